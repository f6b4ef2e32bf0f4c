package dev.assay.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.egress.EgressPolicy.Answer;
import java.net.InetAddress;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be fetched. All addresses are literals: nothing is looked up. */
final class EgressPolicyTest {

  private static Answer check(String url, String... allowed) {
    return new EgressPolicy(Arrays.stream(allowed).map(AllowedHost::parse).toList()).check(url);
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8080/x, 127.0.0.1:8080",
    "http://127.0.0.1:8080/x, 127.0.0.1",
    "http://127.0.0.1/x, 127.0.0.1:80",
    "https://127.0.0.1/x, 127.0.0.1:443",
    "HTTP://LOCALHOST:1/, localhost",
    "http://localhost./, localhost",
    "http://[::1]:9/, ::1",
    "http://[::1]:9/, [::1]:9",
    "http://[0:0:0:0:0:0:0:1]:9/, 0:0:0:0:0:0:0:1",
    "http://93.184.215.14/, 93.184.215.14"
  })
  void namedHostsMayBeFetched(String url, String allowed) {
    assertThat(check(url, allowed)).isInstanceOf(Answer.Allowed.class);
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8081/x, 127.0.0.1:8080",
    "http://127.0.0.2/x, 127.0.0.1",
    "http://example.org.evil.net/, example.org",
    "http://example.org@127.0.0.1/, example.org",
    "http://user:pw@127.0.0.1/, 127.0.0.1",
    "http://127.0.0.1#@example.org/, example.org",
    "http://127.0.0.1:70000/, 127.0.0.1",
    "http://127.0.0.1:0/, 127.0.0.1",
    "ftp://127.0.0.1/, 127.0.0.1",
    "file:///etc/passwd, 127.0.0.1",
    "jar:http://127.0.0.1/a!/b, 127.0.0.1",
    "//127.0.0.1/, 127.0.0.1",
    "http:///x, 127.0.0.1",
    "http://2130706433/, 127.0.0.1",
    "http://0x7f.1/, 127.0.0.1",
    "http://017700000001/, 127.0.0.1",
    "http://127.1/, 127.0.0.1",
    "http://127.1/, 127.1",
    "http://[::ffff:10.0.0.1]/, ::ffff:10.0.0.2",
    "http://127.0.0.1%2f@example.org/, example.org",
    "not a url, 127.0.0.1",
    "'', 127.0.0.1"
  })
  void everythingElseIsDenied(String url, String allowed) {
    assertThat(check(url, allowed)).isInstanceOf(Answer.Denied.class);
    assertThat(check(url)).isInstanceOf(Answer.Denied.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.9.9.9",
        "169.254.169.254",
        "172.31.0.1",
        "192.168.1.1",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "fe80::1",
        "fc00::1",
        "fd12::1",
        "ff02::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2001::1",
        "64:ff9b::a00:1",
        "64:ff9b:1::a00:1",
        "::ffff:169.254.169.254",
        "::ffff:127.0.0.1",
        "::10.0.0.1",
        "fec0::1",
        "100::1",
        "192.0.0.170",
        "240.0.0.1",
        "3fff::1"
      })
  void specialAddressesAreNotPublic(String address) {
    assertThat(PublicAddresses.contains(InetAddress.ofLiteral(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.1.1.1", "93.184.215.14", "172.32.0.1", "2606:4700::1111", "2a00::1"})
  void ordinaryAddressesArePublic(String address) {
    assertThat(PublicAddresses.contains(InetAddress.ofLiteral(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "http://x", "a/b", "a b", "host:", "host:x", "host:70000", "*"})
  void malformedHostsAreRefused(String text) {
    assertThatThrownBy(() -> AllowedHost.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected host");
  }
}
