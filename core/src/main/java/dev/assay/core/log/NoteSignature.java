package dev.assay.core.log;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/** One signature line of a note: {@code — <name> base64(key id || signature)}. */
public final class NoteSignature {

  private final String name;
  private final int keyId;
  private final byte[] signature;

  /**
   * A signature line.
   *
   * @param name key name
   * @param keyId four-byte key id as a big-endian number
   * @param signature the signature bytes, copied
   */
  public NoteSignature(String name, int keyId, byte[] signature) {
    this.name = name;
    this.keyId = keyId;
    this.signature = signature.clone();
  }

  /** Name of the key. */
  public String name() {
    return name;
  }

  /** Key id as a big-endian number. */
  public int keyId() {
    return keyId;
  }

  /** A copy of the signature bytes. */
  public byte[] signature() {
    return signature.clone();
  }

  /** Whether this line claims to be by {@code key}: name and id both agree. */
  public boolean claims(NoteKey key) {
    return name.equals(key.name()) && keyId == key.keyId();
  }

  /** The line with its newline. */
  public String line() {
    byte[] blob = ByteBuffer.allocate(4 + signature.length).putInt(keyId).put(signature).array();
    return SignedNote.DASH + name + " " + Base64.getEncoder().encodeToString(blob) + "\n";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NoteSignature that
        && name.equals(that.name)
        && keyId == that.keyId
        && Arrays.equals(signature, that.signature);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + keyId;
  }

  @Override
  public String toString() {
    return line().strip();
  }
}
