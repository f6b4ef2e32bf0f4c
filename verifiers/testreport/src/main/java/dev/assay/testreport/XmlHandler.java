package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;

/** Takes the events of one XML report in order. */
interface XmlHandler {

  void start(XmlElement element) throws UnreadableReportException;

  /** A piece of raw text; {@link XmlText#decode} makes it text. */
  void text(char[] characters, int start, int length);

  /**
   * The element ended.
   *
   * @param end the byte after its end tag
   */
  void end(String name, long end) throws UnreadableReportException;

  /** The document ended well. */
  void finish() throws UnreadableReportException;
}
