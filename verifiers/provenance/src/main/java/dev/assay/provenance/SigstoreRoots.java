package dev.assay.provenance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.provenance.ProvenanceConfig.Identity;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ReportMessage;
import dev.sigstore.KeylessVerificationException;
import dev.sigstore.KeylessVerifier;
import dev.sigstore.VerificationOptions;
import dev.sigstore.VerificationOptions.CertificateMatcher;
import dev.sigstore.VerificationOptions.UncheckedCertificateException;
import dev.sigstore.bundle.Bundle;
import dev.sigstore.bundle.Bundle.DsseEnvelope;
import dev.sigstore.bundle.BundleParseException;
import dev.sigstore.encryption.certificates.Certificates;
import dev.sigstore.encryption.signers.Verifiers;
import dev.sigstore.fulcio.client.ImmutableFulcioCertificateMatcher;
import dev.sigstore.rekor.client.RekorEntry;
import dev.sigstore.strings.RegexSyntaxException;
import dev.sigstore.strings.StringMatcher;
import dev.sigstore.trustroot.SigstoreConfigurationException;
import dev.sigstore.trustroot.SigstoreTrustedRoot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The trusted roots of a worker, by their SHA-256, and bundles checked against them by Sigstore's
 * own library: certificate chain, certificate transparency, signature and log entry.
 */
final class SigstoreRoots {

  /** Where Fulcio writes the repository that a workflow ran in, and the ref (its oid-info.md). */
  private static final String REPOSITORY = "1.3.6.1.4.1.57264.1.12";

  private static final String REF = "1.3.6.1.4.1.57264.1.14";
  private static final String CODE_SIGNING = "1.3.6.1.5.5.7.3.3";
  private static final Pattern STARS = Pattern.compile("\\*{1,2}");

  private final Map<String, KeylessVerifier> byDigest;

  private SigstoreRoots(Map<String, KeylessVerifier> byDigest) {
    this.byDigest = Map.copyOf(byDigest);
  }

  /**
   * The roots in {@code files}.
   *
   * @throws IllegalArgumentException when one of them cannot be read or is none
   */
  static SigstoreRoots of(List<String> files, Path home) {
    Map<String, KeylessVerifier> found = new HashMap<>();
    for (String name : files) {
      Path file = home.resolve(name);
      try {
        if (Files.size(file) > ProvenanceLimits.ROOT_BYTES_MAX) {
          throw notUsable(file, null);
        }
        byte[] json = Files.readAllBytes(file);
        found.put(Digests.sha256Hex(json), verifier(json));
      } catch (IOException | GeneralSecurityException | SigstoreConfigurationException e) {
        throw notUsable(file, e);
      }
    }
    return new SigstoreRoots(found);
  }

  /**
   * The root of a canary, which comes with it.
   *
   * @throws IllegalArgumentException when it is none
   */
  static SigstoreRoots ofCanary(byte[] json) {
    try {
      return new SigstoreRoots(Map.of(Digests.sha256Hex(json), verifier(json)));
    } catch (IOException | GeneralSecurityException | SigstoreConfigurationException e) {
      throw new IllegalArgumentException("expected a trusted root with a canary, found none", e);
    }
  }

  private static KeylessVerifier verifier(byte[] json)
      throws IOException, GeneralSecurityException, SigstoreConfigurationException {
    SigstoreTrustedRoot root = SigstoreTrustedRoot.from(new ByteArrayInputStream(json));
    return KeylessVerifier.builder().trustedRootProvider(() -> root).build();
  }

  private static IllegalArgumentException notUsable(Path file, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "expected a trusted root of Sigstore of at most "
            + ProvenanceLimits.ROOT_BYTES_MAX
            + " bytes in trustedRoots at "
            + file
            + ", found none",
        cause);
  }

  /** The SHA-256 of each, sorted. */
  List<String> digests() {
    return byDigest.keySet().stream().sorted().toList();
  }

  /** Who of {@code trusted} signed a bundle with a certificate. */
  Signed signed(JsonNode part, List<Identity> trusted) {
    if (trusted.isEmpty()) {
      return new Signed.Refused(Cause.SIGNER_NOT_TRUSTED);
    }
    List<Identity> here =
        trusted.stream().filter(identity -> byDigest.containsKey(identity.root())).toList();
    if (here.isEmpty()) {
      return new Signed.Refused(Cause.ROOT_NOT_HERE);
    }
    if (!BundleCertificates.areReadable(part.path("verificationMaterial"))) {
      return new Signed.Refused(Cause.DOCUMENT_UNUSABLE);
    }
    try {
      Bundle bundle = Bundle.from(new StringReader(part.toString()));
      return bundle.getDsseEnvelope().isEmpty() || bundle.getEntries().size() != 1
          ? new Signed.Refused(Cause.DOCUMENT_UNUSABLE)
          : signed(bundle, bundle.getDsseEnvelope().get(), here);
    } catch (BundleParseException _) {
      return new Signed.Refused(Cause.DOCUMENT_UNUSABLE);
    } catch (RuntimeException _) {
      // the library promises nothing about the bytes of strangers; whatever it throws is no proof
      return new Signed.Refused(Cause.BUNDLE_NOT_TRUSTED);
    }
  }

  private Signed signed(Bundle bundle, DsseEnvelope envelope, List<Identity> here) {
    X509Certificate leaf = Certificates.getLeaf(bundle.getCertPath());
    List<Identity> named = here.stream().filter(identity -> matches(identity, leaf)).toList();
    if (named.isEmpty()) {
      return new Signed.Refused(Cause.SIGNER_NOT_TRUSTED);
    }
    if (!isSignedBy(leaf, envelope)) {
      return new Signed.Refused(Cause.SIGNATURE_INVALID);
    }
    Optional<String> subject =
        InTotoStatement.read(envelope.getPayload()).stream()
            .flatMap(statement -> statement.subjects().stream())
            .findFirst();
    if (subject.isEmpty() || !envelope.getPayloadType().equals(InTotoStatement.PAYLOAD_TYPE)) {
      return new Signed.Refused(Cause.NOT_A_STATEMENT);
    }
    for (Identity identity : named) {
      if (isWhole(bundle, leaf, identity, subject.get())) {
        String who = identity.issuer() + " " + san(leaf);
        return who.length() > ReportMessage.VOUCHER_CHARS_MAX
            ? new Signed.Refused(Cause.SIGNER_NOT_TRUSTED)
            : new Signed.By(who, false, envelope.getPayloadType(), envelope.getPayload());
      }
    }
    return new Signed.Refused(Cause.BUNDLE_NOT_TRUSTED);
  }

  private static boolean isSignedBy(X509Certificate leaf, DsseEnvelope envelope) {
    try {
      return envelope.getSignatures().size() == 1
          && Verifiers.newVerifier(leaf.getPublicKey())
              .verify(envelope.getPAE(), envelope.getSignature());
    } catch (GeneralSecurityException _) {
      return false;
    }
  }

  /** Whether certificate, signature and log entry are those of the identity's root. */
  private boolean isWhole(Bundle bundle, X509Certificate leaf, Identity identity, String subject) {
    KeylessVerifier verifier = byDigest.get(identity.root());
    if (verifier == null) {
      return false;
    }
    try {
      verifier.verify(
          HexFormat.of().parseHex(subject),
          bundle,
          VerificationOptions.builder().addCertificateMatchers(matcher(identity)).build());
      return isForSigning(leaf) && wasValid(leaf, bundle.getEntries().getFirst());
    } catch (KeylessVerificationException | CertificateParsingException _) {
      return false;
    }
  }

  /** Sigstore's verifiers ask for this; version 2.0.0 of the library does not. */
  private static boolean isForSigning(X509Certificate leaf) throws CertificateParsingException {
    List<String> purposes = leaf.getExtendedKeyUsage();
    return purposes != null && purposes.contains(CODE_SIGNING);
  }

  /**
   * Whether the certificate was valid when the log took the entry, as the log has signed it.
   * Version 2.0.0 of the library leaves that out where no timestamp authority was asked
   * (docs/design/0530-provenance.md).
   */
  private static boolean wasValid(X509Certificate leaf, RekorEntry entry) {
    String promise = entry.getVerification().getSignedEntryTimestamp();
    if (promise == null || promise.isEmpty()) {
      return true; // then a timestamp was there, and the library compared it
    }
    Instant time = entry.getIntegratedTimeInstant();
    return !time.isBefore(leaf.getNotBefore().toInstant())
        && !time.isAfter(leaf.getNotAfter().toInstant());
  }

  private static boolean matches(Identity identity, X509Certificate leaf) {
    try {
      return matcher(identity).test(leaf);
    } catch (UncheckedCertificateException _) {
      return false;
    }
  }

  private static CertificateMatcher matcher(Identity identity) {
    try {
      ImmutableFulcioCertificateMatcher.Builder matcher =
          CertificateMatcher.fulcio()
              .issuer(StringMatcher.string(identity.issuer()))
              .subjectAlternativeName(StringMatcher.regex(pattern(identity.san())));
      if (identity.repository() != null) {
        matcher.putOidDerAsn1Strings(REPOSITORY, StringMatcher.string(identity.repository()));
      }
      if (identity.ref() != null) {
        matcher.putOidDerAsn1Strings(REF, StringMatcher.string(identity.ref()));
      }
      return matcher.build();
    } catch (RegexSyntaxException e) {
      throw new AssertionError("a quoted pattern", e);
    }
  }

  /** Stars as the configuration has them; everything else is literal. */
  private static String pattern(String san) {
    StringBuilder out = new StringBuilder();
    Matcher stars = STARS.matcher(san);
    int from = 0;
    while (stars.find()) {
      out.append(Pattern.quote(san.substring(from, stars.start())));
      out.append(stars.group().length() == 1 ? "[^/@]*" : "[^@]*");
      from = stars.end();
    }
    return out.append(Pattern.quote(san.substring(from))).toString();
  }

  /** The subject of a certificate that a pattern matched, without what no name has. */
  private static String san(X509Certificate leaf) {
    try {
      return leaf.getSubjectAlternativeNames().stream()
          .map(name -> String.valueOf(name.get(1)))
          .findFirst()
          .orElse("")
          .replaceAll("[^\\x21-\\x7e]", "?");
    } catch (CertificateParsingException e) {
      throw new IllegalStateException("the certificate was read before", e);
    }
  }
}
