/** Another process was faster: the place that an event was to have is taken. */
export class Taken extends Error {
  constructor(seq: number) {
    super(`Event ${seq} is there already.`);
  }
}
