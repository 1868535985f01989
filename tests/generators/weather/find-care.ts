import type { Finder } from "./finder.ts";
import { NUMBERS } from "./plan.ts";
import type { Care } from "./plan.ts";
import type { Random } from "./pictures.ts";
import type { Round } from "./round.ts";
import { Secret } from "./secret.ts";

interface FindRow {
  rps_key: number;
  rock_number: number;
}

/** What the admin does with one find, and how it has to be in the end. */
export class FindCare {
  rpsKey = 0;
  number: number;
  isShown = false;
  /** Names of the images that are hidden. */
  hiddenImages = new Set<string>();
  restores = 0;
  secret: Secret;
  private imageSecrets = new Map<string, Secret>();

  constructor(
    private readonly round: Round,
    readonly finder: Finder,
    private readonly random: Random,
  ) {
    const { find } = finder;
    this.number = Number(find.fields.rockNumber);
    this.secret = new Secret(
      find.comment,
      find.comment,
      () => this.pages(),
      () => this.images.map((name) => this.pictureOf(name)),
    );
  }

  get uuid() {
    return this.finder.receipt!.uuid;
  }
  get images() {
    return this.finder.receipt?.images ?? [];
  }
  get secrets() {
    return [this.secret, ...this.imageSecrets.values()];
  }

  private pages = () => [
    "/api/rock-posts",
    "/feed.xml",
    `/api/rock-posts/${this.number}`,
    `/rocks/${this.number}`,
  ];
  private pictureOf = (name: string) =>
    `/media/rocks/${this.number}/${this.uuid}/webp/${name}.webp`;

  /** Sends the find, and then does all that the plan says. */
  async run() {
    await this.finder.sendUntilArrived();
    const row = this.readRow();
    if (!row)
      throw new Error(
        `${this.finder.find.comment} was confirmed, and it has no row.`,
      );
    this.rpsKey = row.rps_key;
    for (const care of this.finder.find.care) await this.does[care]();
  }

  readRow = () =>
    this.round.lane.site.query<FindRow>(
      `SELECT rps_key, rock_number FROM rock_posts WHERE uuid = '${this.uuid}'`,
    )[0];

  private readonly does: Record<Care, () => Promise<void>> = {
    show: async () => {
      this.secret.show();
      await this.post(`/${this.rpsKey}/toggle-show`, { show: true });
      this.isShown = true;
    },
    hide: async () => {
      await this.post(`/${this.rpsKey}/toggle-show`, { show: false });
      this.isShown = false;
      this.secret.hide();
      await this.secret.look(this.round, this.random);
    },
    move: async () => {
      const number = this.random.pick(NUMBERS)!;
      await this.round.insist(
        this.random,
        {
          method: "PUT",
          path: `/api/journey-admin/${this.rpsKey}`,
          body: {
            ...this.finder.find.fields,
            rock_number: number,
            latitude: this.random.below(80),
            longitude: this.random.below(170),
          },
        },
        { expected: [200] },
      );
      this.number = number;
    },
    "hide a picture": async () => {
      const name = this.random.pick(this.images)!;
      const [{ rpi_key }] = this.round.lane.site.query<{ rpi_key: number }>(
        `SELECT rpi_key FROM rock_post_images WHERE current_name = '${name}'`,
      ) as [{ rpi_key: number }];
      const isHidden = !this.hiddenImages.has(name);
      const secret = this.secretOf(name);
      if (!isHidden) secret.show();
      await this.post(`/images/${rpi_key}/toggle-show`, { show: !isHidden });
      if (!isHidden) return void this.hiddenImages.delete(name);
      this.hiddenImages.add(name);
      secret.hide();
      await secret.look(this.round, this.random);
    },
    trash: async () => {
      await this.round.insist(
        this.random,
        { method: "DELETE", path: `/api/journey-admin/${this.rpsKey}` },
        { expected: [204], again: [404] },
      );
      this.secret.hide();
      await this.secret.look(this.round, this.random);
      if (this.random.chance(0.4)) await this.finder.repeat();
      if (this.random.chance(0.3)) await this.round.step(this.random);
      await this.restore();
    },
    "send again": () => this.finder.repeat(),
  };

  private async restore() {
    const [row] = this.round.lane.site.query<{ trash_key: number }>(
      `SELECT trash_key FROM trash WHERE kind = 'find' AND key = ${this.rpsKey}`,
    );
    if (!row)
      throw new Error(
        `${this.finder.find.comment} was deleted, and it is not in the trash.`,
      );
    if (this.isShown) this.secret.show();
    await this.round.insist(
      this.random,
      { method: "POST", path: `/api/trash/${row.trash_key}/restore` },
      { expected: [200], again: [404] },
    );
    this.restores++;
  }

  private secretOf(name: string) {
    const secret =
      this.imageSecrets.get(name) ??
      new Secret(`Image ${name}`, name, this.pages, () => [
        this.pictureOf(name),
      ]);
    this.imageSecrets.set(name, secret);
    return secret;
  }

  private post = (path: string, body: object) =>
    this.round.insist(
      this.random,
      { method: "POST", path: `/api/journey-admin${path}`, body },
      { expected: [200] },
    );
}
