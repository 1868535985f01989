import type { Random } from "./plan.ts";
import type { Round } from "./round.ts";

/** Something that nobody but the admin may see while it is hidden. */
export class Secret {
  private isHidden = true;
  private shown = 0;

  /**
   * @param text what no public answer may contain
   * @param pages public addresses that would have it
   * @param pictures its media addresses
   */
  constructor(
    private readonly text: string,
    private readonly pages: () => string[],
    private readonly pictures: () => string[],
  ) {}

  /** From now on it may be seen, because a call that shows it is on its way. */
  show() {
    this.isHidden = false;
    this.shown++;
  }

  /** From now on it may not be seen, because the site has said that it is hidden. */
  hide() {
    this.isHidden = true;
  }

  async look(round: Round, random?: Random) {
    const all = [
      ...this.pages().map((path) => ({ path, isPicture: false })),
      ...this.pictures().map((path) => ({ path, isPicture: true })),
    ];
    for (const { path, isPicture } of random ? [random.pick(all)!] : all) {
      if (!this.isHidden) return;
      const { shown } = this;
      const answer = await round.ask({ path });
      const isOut = isPicture
        ? answer?.status === 200
        : answer?.body.toString().includes(this.text);
      if (isOut && shown === this.shown)
        throw new Error(
          `${this.text} is hidden, and ${path} shows it (status ${answer!.status}).`,
        );
    }
  }
}
