package dev.assay.system;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * A discrete-event simulation of the pipeline. An event passes {@link Step}s one after the other;
 * each takes processor time of a {@link Pool}, and of one of its lanes when it may not run beside
 * others of its kind: a work item's partition at the director, a store's writer at the sink. Times
 * are microseconds. Equal arguments give equal results.
 */
final class ScalingModel {

  /** Processors that serve who comes first. */
  record Pool(String name, int cores) {}

  /**
   * What an event passes.
   *
   * @param lanes how many of it may run at once, each event being bound to one; 0 for any number
   * @param group steps of one group share their lanes
   */
  record Step(String name, Pool pool, double micros, int lanes, String group) {}

  /**
   * What came of a run.
   *
   * @param perSecond events that were finished in a second
   * @param busy of each pool, by its place in the list of pools, the share of its time
   */
  record Result(
      double perSecond, double meanMillis, double p50Millis, double p99Millis, List<Double> busy) {}

  /** Somebody on the way. */
  private static final class Event {

    private final double begun;
    private final int item;
    private int step;

    Event(double begun, int item) {

      this.begun = begun;
      this.item = item;
    }
  }

  /** A moment at which something ends or comes; of two at one time the first that was planned. */
  private record Moment(double at, long order, Event event, boolean comes)
      implements Comparable<Moment> {
    @Override
    public int compareTo(Moment other) {
      int byTime = Double.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final List<Pool> pools;
  private final List<Step> steps;
  private final SplittableRandom random;
  private final PriorityQueue<Moment> moments = new PriorityQueue<>();
  private final int[] free;
  private final double[] worked;
  private final List<Queue<Event>> waitingForCore = new ArrayList<>();
  private final List<boolean[]> taken = new ArrayList<>();
  private final List<List<Queue<Event>>> waitingForLane = new ArrayList<>();
  private final int[] laneGroup;
  private long order;
  private double now;

  private ScalingModel(List<Pool> pools, List<Step> steps, long seed) {
    this.pools = pools;
    this.steps = steps;
    this.random = new SplittableRandom(seed);
    this.free = pools.stream().mapToInt(Pool::cores).toArray();
    this.worked = new double[pools.size()];
    pools.forEach(_ -> waitingForCore.add(new ArrayDeque<>()));
    List<String> groups = new ArrayList<>();
    this.laneGroup = new int[steps.size()];
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      laneGroup[i] = -1;
      if (step.lanes() > 0) {
        int group = groups.indexOf(step.group());
        if (group < 0) {
          group = groups.size();
          groups.add(step.group());
          taken.add(new boolean[step.lanes()]);
          List<Queue<Event>> queues = new ArrayList<>();
          for (int lane = 0; lane < step.lanes(); lane++) {
            queues.add(new ArrayDeque<>());
          }
          waitingForLane.add(queues);
        }
        laneGroup[i] = group;
      }
    }
  }

  /** {@code inFlight} events at all times, until {@code events} are finished. */
  static Result closedLoop(List<Pool> pools, List<Step> steps, int inFlight, int events) {
    ScalingModel model = new ScalingModel(pools, steps, 1);
    for (int i = 0; i < inFlight; i++) {
      model.plan(0, model.event(0), true);
    }
    return model.run(events, Double.POSITIVE_INFINITY);
  }

  /** {@code perSecond} events on average, at random, until {@code events} are finished. */
  static Result openLoop(List<Pool> pools, List<Step> steps, double perSecond, int events) {
    ScalingModel model = new ScalingModel(pools, steps, 1);
    model.plan(0, model.event(0), true);
    return model.run(events, 1e6 / perSecond);
  }

  private Event event(double at) {
    return new Event(at, random.nextInt(Integer.MAX_VALUE));
  }

  private void plan(double at, Event event, boolean comes) {
    moments.add(new Moment(at, order++, event, comes));
  }

  private Result run(int events, double pauseMicros) {
    double[] took = new double[events];
    int finished = 0;
    while (finished < events) {
      Moment moment = moments.remove();
      now = moment.at();
      Event event = moment.event();
      if (moment.comes()) {
        if (pauseMicros != Double.POSITIVE_INFINITY) {
          double next = now - pauseMicros * Math.log(1 - random.nextDouble());
          plan(next, event(next), true);
        }
        enter(event);
        continue;
      }
      leave(event);
      event.step++;
      if (event.step < steps.size()) {
        enter(event);
      } else {
        took[finished++] = now - event.begun;
        if (pauseMicros == Double.POSITIVE_INFINITY) {
          plan(now, event(now), true);
        }
      }
    }
    Arrays.sort(took);
    List<Double> busy = new ArrayList<>();
    for (int i = 0; i < worked.length; i++) {
      busy.add(worked[i] / (now * pools.get(i).cores()));
    }
    return new Result(
        events / now * 1e6,
        Arrays.stream(took).average().orElseThrow() / 1_000,
        took[events / 2] / 1_000,
        took[(int) (events * 0.99)] / 1_000,
        List.copyOf(busy));
  }

  private void enter(Event event) {
    int group = laneGroup[event.step];
    if (group >= 0) {
      boolean[] lanes = taken.get(group);
      int lane = event.item % lanes.length;
      if (lanes[lane]) {
        waitingForLane.get(group).get(lane).add(event);
        return;
      }
      lanes[lane] = true;
    }
    askForCore(event);
  }

  private void askForCore(Event event) {
    int pool = pools.indexOf(steps.get(event.step).pool());
    if (free[pool] == 0) {
      waitingForCore.get(pool).add(event);
      return;
    }
    free[pool]--;
    begin(event, pool);
  }

  private void begin(Event event, int pool) {
    // As long as another half, as often as half as long: runs of code differ that much.
    double micros = steps.get(event.step).micros() * (0.5 + random.nextDouble());
    worked[pool] += micros;
    plan(now + micros, event, false);
  }

  private void leave(Event event) {
    int pool = pools.indexOf(steps.get(event.step).pool());
    Event next = waitingForCore.get(pool).poll();
    if (next == null) {
      free[pool]++;
    } else {
      begin(next, pool);
    }
    int group = laneGroup[event.step];
    if (group >= 0) {
      boolean[] lanes = taken.get(group);
      int lane = event.item % lanes.length;
      Event behind = waitingForLane.get(group).get(lane).poll();
      if (behind == null) {
        lanes[lane] = false;
      } else {
        askForCore(behind);
      }
    }
  }
}
