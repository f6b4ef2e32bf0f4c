package dev.assay.client;

import java.net.URI;

/** All of it holds for the client of a process that ends soon. */
class BriefClientTest extends AssayClientTest {

  @Override
  AssayClient client(URI url, String token) {
    return AssayClient.brief(url, token);
  }
}
