import type { Random } from "./pictures.ts";
import { asJson, type Round } from "./round.ts";

const DAY_MS = 86_400_000;
const TRASH_DAYS = 30;
/** Clocks that are wrong by less are no jump. */
const NEAR_MS = 3 * 3_600_000;

/** An artist whom the admin deletes, and forgets about: the trash keeps her for its days, whatever the clock says. */
export class KeptInTrash {
  private deletedAt = 0;

  constructor(
    private readonly round: Round,
    private readonly random: Random,
  ) {}

  async run() {
    const { round, random } = this;
    for (let wait = random.below(12); wait > 0; wait--)
      await round.step(random);
    const created = await round.insist(
      random,
      {
        method: "POST",
        path: "/api/users",
        body: { display_name: this.name },
      },
      { expected: [201], again: [409] },
    );
    const key =
      created.status === 201
        ? asJson<{ ra_key: number }>(created).ra_key
        : round.lane.site.query<{ ra_key: number }>(
            `SELECT ra_key FROM users WHERE display_name = '${this.name}'`,
          )[0]!.ra_key;
    await round.insist(
      random,
      { method: "DELETE", path: `/api/users/${key}` },
      { expected: [204], again: [404] },
    );
    this.deletedAt = Date.now();
  }

  /** @throws if she is gone, or doesn't stay for as long as she should */
  check() {
    const [row] = this.round.lane.site.query<{ expires_dt: string }>(
      `SELECT expires_dt FROM trash WHERE kind = 'artist' AND label LIKE '%${this.name}%'`,
    );
    const until = Date.parse(row?.expires_dt ?? "");
    const expected = this.deletedAt + TRASH_DAYS * DAY_MS;
    if (!(Math.abs(until - expected) < NEAR_MS))
      throw new Error(
        `${this.name} was deleted, and the trash keeps her until ${row?.expires_dt}, expected ${new Date(expected).toISOString()}.`,
      );
  }

  private get name() {
    return `Artist of seed ${this.round.seed}.`;
  }
}
