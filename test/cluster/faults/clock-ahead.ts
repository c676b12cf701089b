/** Loaded with `--import`: sets the clock of a process five minutes ahead. */
const aheadMs = 5 * 60_000;
const RealDate = Date;

class DateAhead extends RealDate {
  constructor(...args: [] | ConstructorParameters<typeof Date>) {
    if (args.length === 0) super(RealDate.now() + aheadMs);
    else super(...args);
  }

  static override now(): number {
    return RealDate.now() + aheadMs;
  }
}

globalThis.Date = DateAhead as DateConstructor;
