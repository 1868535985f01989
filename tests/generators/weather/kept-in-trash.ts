import type { Random } from "./pictures.ts";
import { asJson, type Round } from "./round.ts";

const TRASH_DAYS = 30;
/** A round takes less. */
const NEAR_HOURS = 3;

/** An artist whom the admin deletes, and forgets about: the trash keeps her for its days, whatever the clock says. */
export class KeptInTrash {
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
  }

  /** @throws if she is gone, or doesn't stay for as long as she should */
  check() {
    const [row] = this.round.lane.site.query<{ hours: number }>(
      `SELECT expires_hour - (SELECT value FROM secrets WHERE name = 'hours_run') AS hours FROM trash WHERE kind = 'artist' AND label LIKE '%${this.name}%'`,
    );
    if (!(Math.abs((row?.hours ?? 0) - TRASH_DAYS * 24) < NEAR_HOURS))
      throw new Error(
        `${this.name} was deleted, and the trash keeps her for ${row?.hours} hours of running, expected ${TRASH_DAYS} days.`,
      );
  }

  private get name() {
    return `Artist of seed ${this.round.seed}.`;
  }
}
