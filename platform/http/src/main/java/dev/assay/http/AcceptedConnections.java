package dev.assay.http;

import io.helidon.common.socket.SocketOptions;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The options of accepted sockets; the place where the server library hands each of them out. */
final class AcceptedConnections implements SocketOptions {

  private final Connections connections;
  private final SocketOptions options =
      SocketOptions.builder()
          .tcpNoDelay(true)
          .socketSendBufferSize(HttpLimits.SEND_BUFFER_BYTES)
          .build();

  AcceptedConnections(Connections connections) {
    this.connections = connections;
  }

  @Override
  public void configureSocket(SocketChannel socket) {
    options.configureSocket(socket);
    connections.accepted(socket);
  }

  @Override
  public Map<SocketOption<?>, Object> socketOptions() {
    return options.socketOptions();
  }

  @Override
  public Duration connectTimeout() {
    return options.connectTimeout();
  }

  @Override
  public Duration readTimeout() {
    return options.readTimeout();
  }

  @Override
  public Optional<Integer> socketReceiveBufferSize() {
    return options.socketReceiveBufferSize();
  }

  @Override
  public Optional<Integer> socketSendBufferSize() {
    return options.socketSendBufferSize();
  }

  @Override
  public boolean socketReuseAddress() {
    return options.socketReuseAddress();
  }

  @Override
  public boolean socketKeepAlive() {
    return options.socketKeepAlive();
  }

  @Override
  public boolean tcpNoDelay() {
    return options.tcpNoDelay();
  }
}
