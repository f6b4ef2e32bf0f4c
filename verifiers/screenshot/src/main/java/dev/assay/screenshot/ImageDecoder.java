package dev.assay.screenshot;

import dev.assay.screenshot.InconclusiveReason.InconclusiveException;
import dev.assay.verifier.Deadline;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadProgressListener;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Decodes a PNG or JPEG of bounded size with the JDK's own reader; readers that other jars bring
 * are never used. An image that the reader has to guess at is undecodable.
 */
final class ImageDecoder {

  private static final String OWN_MODULE = "java.desktop";

  private ImageDecoder() {}

  static Pixels decode(byte[] bytes, ImageHeader header, LongSupplier nanosLeft)
      throws InconclusiveException, InterruptedException {
    if (!header.isBounded()) {
      throw new InconclusiveException(InconclusiveReason.TOO_LARGE);
    }
    ImageReader reader = reader(header.format());
    AtomicBoolean late = new AtomicBoolean();
    AtomicBoolean warned = new AtomicBoolean();
    reader.addIIOReadProgressListener(new Watch(nanosLeft, late));
    reader.addIIOReadWarningListener((_, _) -> warned.set(true));
    try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes))) {
      reader.setInput(in, true, true);
      if (reader.getWidth(0) != header.width() || reader.getHeight(0) != header.height()) {
        throw new InconclusiveException(InconclusiveReason.UNDECODABLE);
      }
      BufferedImage image = reader.read(0);
      if (late.get()) {
        throw new InterruptedException("the run's budget is over");
      }
      boolean readable = image.getRaster().getNumBands() <= 4 && !warned.get();
      if (!readable || image.getWidth() != header.width() || image.getHeight() != header.height()) {
        throw new InconclusiveException(InconclusiveReason.UNDECODABLE);
      }
      return Pixels.of(image);
    } catch (IOException | RuntimeException e) {
      InconclusiveException undecodable = new InconclusiveException(InconclusiveReason.UNDECODABLE);
      undecodable.initCause(e);
      throw undecodable;
    } finally {
      reader.dispose();
    }
  }

  private static ImageReader reader(ImageHeader.Format format) {
    Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName(format.code());
    while (readers.hasNext()) {
      ImageReader reader = readers.next();
      if (OWN_MODULE.equals(reader.getClass().getModule().getName())) {
        return reader;
      }
      reader.dispose();
    }
    throw new IllegalStateException("expected a JDK with a reader of " + format.code());
  }

  /** Stops the reader when the budget is over. */
  private record Watch(LongSupplier nanosLeft, AtomicBoolean late)
      implements IIOReadProgressListener {

    @Override
    public void imageProgress(ImageReader source, float percentageDone) {
      if (Deadline.isOver(nanosLeft)) {
        late.set(true);
        source.abort();
      }
    }

    @Override
    public void imageStarted(ImageReader source, int imageIndex) {}

    @Override
    public void imageComplete(ImageReader source) {}

    @Override
    public void readAborted(ImageReader source) {
      late.set(true);
    }

    @Override
    public void sequenceStarted(ImageReader source, int minIndex) {}

    @Override
    public void sequenceComplete(ImageReader source) {}

    @Override
    public void thumbnailStarted(ImageReader source, int imageIndex, int thumbnailIndex) {}

    @Override
    public void thumbnailProgress(ImageReader source, float percentageDone) {}

    @Override
    public void thumbnailComplete(ImageReader source) {}
  }
}
