package dev.assay.store.receipt;

import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import dev.assay.core.log.NoteKey;
import dev.assay.core.merkle.Hash;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;

/**
 * The CBOR of receipts (RFC 9052 and 9942), deterministic as RFC 8949, section 4.2.1, asks:
 * definite lengths, shortest numbers, keys in the order of their encodings.
 */
final class CoseEncoding {

  private static final int SIGN1_TAG = 18;
  private static final int ALG = 1;
  private static final int EDDSA = -8;
  private static final int KID = 4;
  private static final int CWT_CLAIMS = 15;
  private static final int ISSUER = 1;
  private static final int SUBJECT = 2;
  private static final int TREE_SIZE = -65_537;
  private static final int VDS = 395;
  private static final int RFC9162_SHA256 = 1;
  private static final int VDP = 396;
  private static final int INCLUSION = -1;
  private static final CBORFactory FACTORY = new CBORFactory();

  private CoseEncoding() {}

  private interface Writing {
    void write(CBORGenerator out) throws IOException;
  }

  private static byte[] cbor(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (CBORGenerator out = FACTORY.createGenerator(bytes)) {
      writing.write(out);
    } catch (IOException e) {
      throw new AssertionError("writing to memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  /**
   * What is signed beside the root. The size of the tree is a claim for private use (RFC 8392,
   * section 9.1): where the RFC puts it, nobody signs it.
   */
  static byte[] protectedHeader(NoteKey log, String attestation, long size) {
    return cbor(out -> {
      out.writeStartObject(out, 4);
      out.writeFieldId(ALG);
      out.writeNumber(EDDSA);
      out.writeFieldId(KID);
      out.writeBinary(HexFormat.of().parseHex(log.key().keyId()));
      out.writeFieldId(CWT_CLAIMS);
      out.writeStartObject(out, 3);
      out.writeFieldId(ISSUER);
      out.writeString(log.name());
      out.writeFieldId(SUBJECT);
      out.writeString("assay:attestation/" + attestation);
      out.writeFieldId(TREE_SIZE);
      out.writeNumber(size);
      out.writeEndObject();
      out.writeFieldId(VDS);
      out.writeNumber(RFC9162_SHA256);
      out.writeEndObject();
    });
  }

  /** The Sig_structure of RFC 9052, section 4.4, with the root as payload. */
  static byte[] toBeSigned(byte[] protectedHeader, Hash root) {
    return cbor(out -> {
      out.writeStartArray(out, 4);
      out.writeString("Signature1");
      out.writeBinary(protectedHeader);
      out.writeBinary(new byte[0]);
      out.writeBinary(root.toBytes());
      out.writeEndArray();
    });
  }

  static byte[] inclusion(long size, long index, List<Hash> path) {
    return cbor(out -> {
      out.writeStartArray(out, 3);
      out.writeNumber(size);
      out.writeNumber(index);
      out.writeStartArray(out, path.size());
      for (Hash hash : path) {
        out.writeBinary(hash.toBytes());
      }
      out.writeEndArray();
      out.writeEndArray();
    });
  }

  static byte[] receipt(byte[] protectedHeader, byte[] inclusion, byte[] signature) {
    return cbor(out -> {
      out.writeTag(SIGN1_TAG);
      out.writeStartArray(out, 4);
      out.writeBinary(protectedHeader);
      out.writeStartObject(out, 1);
      out.writeFieldId(VDP);
      out.writeStartObject(out, 1);
      out.writeFieldId(INCLUSION);
      out.writeStartArray(out, 1);
      out.writeBinary(inclusion);
      out.writeEndArray();
      out.writeEndObject();
      out.writeEndObject();
      out.writeNull();
      out.writeBinary(signature);
      out.writeEndArray();
    });
  }
}
