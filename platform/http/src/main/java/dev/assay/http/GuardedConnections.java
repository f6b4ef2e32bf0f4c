package dev.assay.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/** Puts the {@link ConnectionGuard} of every HTTP/1.1 connection between socket and parser. */
final class GuardedConnections implements ServerConnectionSelector {

  private final ServerConnectionSelector http;
  private final Connections connections;

  GuardedConnections(ServerConnectionSelector http, Connections connections) {
    this.http = http;
    this.connections = connections;
  }

  @Override
  public int bytesToIdentifyConnection() {
    return http.bytesToIdentifyConnection();
  }

  @Override
  public Support supports(BufferData data) {
    return http.supports(data);
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return http.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    Connections.Ends ends =
        new Connections.Ends(context.remotePeer().address(), context.localPeer().address());
    ConnectionGuard guard = connections.between(ends);
    if (guard == null) {
      throw new CloseConnectionException("the connection lost its place before it began");
    }
    guard.enter(context.serverSocket());
    ServerConnection connection =
        http.connection(
            new Guarded(
                context, DataReader.create(guard), new GuardedWriter(context.dataWriter(), guard)));
    return new Counted(connection, () -> connections.ended(guard));
  }

  /** A connection that tells when it has ended. */
  private record Counted(ServerConnection connection, Runnable ended)
      implements ServerConnection, InterruptableTask<Void> {

    @Override
    public void handle(Limit limit) throws InterruptedException {
      try {
        connection.handle(limit);
      } finally {
        ended.run();
      }
    }

    @Override
    public void run() {
      throw new UnsupportedOperationException("a connection is handled, not run");
    }

    @Override
    public boolean canInterrupt() {
      return connection instanceof InterruptableTask<?> task && task.canInterrupt();
    }

    @Override
    public Duration idleTime() {
      return connection.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
      connection.close(interrupt);
    }
  }

  /** The connection's context with another source and sink of bytes. */
  private record Guarded(ConnectionContext context, DataReader dataReader, DataWriter dataWriter)
      implements ConnectionContext {

    @Override
    public ListenerContext listenerContext() {
      return context.listenerContext();
    }

    @Override
    public ExecutorService executor() {
      return context.executor();
    }

    @Override
    public Router router() {
      return context.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
      return context.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
      return context.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
      return context.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
      return context.localPeer();
    }

    @Override
    public boolean isSecure() {
      return context.isSecure();
    }

    @Override
    public String socketId() {
      return context.socketId();
    }

    @Override
    public String childSocketId() {
      return context.childSocketId();
    }
  }
}
