package dev.assay.screenshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScreenshotTest {

  private static final byte[] PAGE = Images.png(Images.page());

  @Test
  void theSamePageEncodedOtherwisePasses() {
    for (int type :
        new int[] {
          BufferedImage.TYPE_INT_ARGB, BufferedImage.TYPE_3BYTE_BGR, BufferedImage.TYPE_4BYTE_ABGR
        }) {
      Finding finding = Runs.of(PAGE, Images.png(Images.page(type))).judge();

      assertThat(finding.result()).isEqualTo(Result.PASS);
      assertThat(finding.pointers()).hasSize(2);
    }
  }

  @Test
  void aJpegOfThePageIsCloseEnough() {
    assertThat(
            Runs.of(PAGE, Images.jpeg(Images.page()))
                .config("{\"threshold\":0.2}")
                .judge()
                .result())
        .isEqualTo(Result.PASS);
  }

  @Test
  void whatDiffersIsBoxedAndDrawn() throws IOException {
    BufferedImage changed = Images.page();
    Images.fill(changed, Color.RED, 12, 45, 5, 4);
    Images.fill(changed, Color.RED, 150, 90, 20, 10);

    Runs run = Runs.of(PAGE, Images.png(changed));
    Finding finding = run.judge();

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.failureSignatures().getFirst().text())
        .isEqualTo("pixels differ from the baseline");
    assertThat(finding.pointers()).hasSize(5);
    assertThat(run.cited(finding.pointers().get(3)))
        .isEqualTo("{\"height\":4,\"pixels\":20,\"width\":5,\"x\":12,\"y\":45}");
    assertThat(run.cited(finding.pointers().get(4)))
        .isEqualTo("{\"height\":10,\"pixels\":200,\"width\":20,\"x\":150,\"y\":90}");
    byte[] png = run.stored(finding.pointers().get(2).artifact());
    BufferedImage difference = ImageIO.read(new ByteArrayInputStream(png));
    assertThat(difference.getRGB(13, 46)).isEqualTo(0xffd00000);
    assertThat(difference.getRGB(0, 0) >>> 24).isZero();
    assertThat(difference.getWidth()).isEqualTo(Images.WIDTH);
  }

  @Test
  void smoothingOfAnEdgeIsNoDifferenceUnlessPolicySaysSo() {
    byte[] hard = Images.png(Images.line(false));
    byte[] smooth = Images.png(Images.line(true));

    Finding ignored = Runs.of(hard, smooth).config("{\"maxDifferingPixels\":12}").judge();
    Finding counted =
        Runs.of(hard, smooth)
            .config("{\"maxDifferingPixels\":12,\"ignoreAntialiasing\":false}")
            .judge();

    assertThat(ignored.summary()).doesNotContain(" 0 differ by smoothing only");
    assertThat(ignored.result()).isEqualTo(Result.PASS);
    assertThat(ignored.hyperthesis()).anyMatch(h -> h.blindSpot().contains("smoothing"));
    assertThat(counted.hyperthesis()).noneMatch(h -> h.blindSpot().contains("smoothing"));
    assertThat(counted.result()).isEqualTo(Result.FAIL);
  }

  @Test
  void aMovedLineIsNotTakenForSmoothing() {
    BufferedImage moved = Images.page();
    Images.fill(moved, Color.WHITE, 10, 40, 60, 30);
    Images.fill(moved, Color.GRAY, 10, 46, 60, 30);

    assertThat(Runs.of(PAGE, Images.png(moved)).judge().result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"maxDifferingPixels\":20}",
        "{\"maxDifferingRatio\":0.001}",
        "{\"masks\":[{\"x\":12,\"y\":45,\"width\":5,\"height\":4}]}",
        "{\"masks\":[{\"x\":0,\"y\":30,\"width\":32767,\"height\":32767}]}",
        "{\"threshold\":1}"
      })
  void whatPolicyToleratesPasses(String config) {
    BufferedImage changed = Images.page();
    Images.fill(changed, Color.RED, 12, 45, 5, 4);
    byte[] candidate = Images.png(changed);

    assertThat(Runs.of(PAGE, candidate).judge().result()).isEqualTo(Result.FAIL);
    assertThat(Runs.of(PAGE, candidate).config(config).judge().result()).isEqualTo(Result.PASS);
  }

  @Test
  void anotherSizeFails() {
    byte[] larger =
        Images.png(new BufferedImage(Images.WIDTH, Images.HEIGHT + 1, BufferedImage.TYPE_INT_RGB));

    Finding finding = Runs.of(PAGE, larger).judge();

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.summary()).isEqualTo("The screenshot is 200 x 121, its baseline 200 x 120.");
  }

  @Test
  void withoutExactlyOneApprovedBaselineNothingIsDecided() {
    Runs none = new Runs().with(ArtifactRole.SCREENSHOT, PAGE);
    Runs two =
        Runs.of(PAGE, PAGE).with(ArtifactRole.SCREENSHOT_BASELINE, Images.png(Images.line(true)));
    Runs other = Runs.of(PAGE, PAGE).config("{\"baselines\":[\"" + Digests.sha256Hex("x") + "\"]}");
    Runs approved =
        Runs.of(PAGE, PAGE).config("{\"baselines\":[\"" + Digests.sha256Hex(PAGE) + "\"]}");

    assertThat(none.judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(two.judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(other.judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(approved.judge().result()).isEqualTo(Result.PASS);
  }

  @Test
  void masksOverEverythingProveNothing() {
    assertThat(
            Runs.of(PAGE, PAGE)
                .config("{\"masks\":[{\"x\":0,\"y\":0,\"width\":200,\"height\":120}]}")
                .judge()
                .result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{\"threshold\":2}",
        "{\"masks\":7}",
        "{\"baselines\":[\"x\"]}",
        "{\"ignoreAntialiasing\":\"no\"}",
        "{\"ignoreAntialiasing\":0}",
        "{\"colour\":1}"
      })
  void aWrongPolicyStopsTheRunAndNotTheScreenshot(String config) {
    Runs run = Runs.of(PAGE, PAGE).config(config);

    assertThatThrownBy(() -> new ScreenshotVerifier().verify(run.request(), run.scope))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("repair the policy");
  }

  @Test
  void theDocumentConformsToItsSchemaAndItsBytesRepeat() throws IOException {
    BufferedImage changed = Images.page();
    Images.fill(changed, Color.RED, 12, 45, 5, 4);
    Schema schema = schema();
    for (Runs run :
        List.of(
            Runs.of(PAGE, Images.png(changed)),
            Runs.of(PAGE, PAGE),
            new Runs().with(ArtifactRole.SCREENSHOT, PAGE),
            Runs.of(PAGE, new byte[] {1, 2, 3}))) {
      assertThat(schema.validate(run.details(), InputFormat.JSON)).isEmpty();
      assertThat(run.judge()).isEqualTo(run.judge());
    }
  }

  private static Schema schema() throws IOException {
    String resource = "/dev/assay/schemas/json-schema/screenshot-diff.schema.json";
    try (InputStream in =
        Objects.requireNonNull(ScreenshotTest.class.getResourceAsStream(resource))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
