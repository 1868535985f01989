import type { Finder } from "./finder.ts";
import { NUMBERS, type Care, type Random } from "./plan.ts";
import type { Round } from "./round.ts";
import { Secret } from "./secret.ts";

/** What the admin does with one find, and how it has to be in the end. */
export class FindCare {
  private rpsKey = 0;
  number: number;
  isShown = false;
  hiddenImages = new Set<string>();
  restores = 0;
  private readonly secret: Secret;
  private readonly imageSecrets = new Map<string, Secret>();

  constructor(
    private readonly round: Round,
    readonly finder: Finder,
    private readonly random: Random,
  ) {
    const { fields, comment } = finder.find;
    this.number = Number(fields.rockNumber);
    this.secret = this.secretOf(comment, () => this.images);
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

  private secretOf(text: string, images: () => string[]) {
    const pages = () => [
      ...["/api/rock-posts", "/feed.xml", `/rocks/${this.number}`],
      `/api/rock-posts/${this.number}`,
    ];
    const pictureOf = (name: string) =>
      `/media/rocks/${this.number}/${this.uuid}/webp/${name}.webp`;
    return new Secret(text, pages, () => images().map(pictureOf));
  }

  async run() {
    await this.finder.sendUntilArrived();
    this.rpsKey = this.round.numberOf(
      `SELECT rps_key FROM rock_posts WHERE uuid = '${this.uuid}'`,
    );
    for (const care of this.finder.find.care) await this.does[care]();
  }

  private readonly does: Record<Care, () => Promise<unknown>> = {
    show: async () => {
      this.secret.show();
      await this.toggle(`${this.rpsKey}`, true);
      this.isShown = true;
    },
    hide: async () => {
      await this.toggle(`${this.rpsKey}`, false);
      this.isShown = false;
      await this.hide(this.secret);
    },
    move: async () => {
      const { random } = this;
      const number = random.pick(NUMBERS)!;
      await this.insist(`PUT /api/journey-admin/${this.rpsKey}`, {
        ...this.finder.find.fields,
        rock_number: number,
        latitude: random.below(80),
        longitude: random.below(170),
      });
      this.number = number;
    },
    "hide a picture": async () => {
      const name = this.random.pick(this.images)!;
      const key = this.round.numberOf(
        `SELECT rpi_key FROM rock_post_images WHERE current_name = '${name}'`,
      );
      const show = this.hiddenImages.has(name);
      const secret =
        this.imageSecrets.get(name) ?? this.secretOf(name, () => [name]);
      this.imageSecrets.set(name, secret);
      if (show) secret.show();
      await this.toggle(`images/${key}`, show);
      if (show) return this.hiddenImages.delete(name);
      this.hiddenImages.add(name);
      return this.hide(secret);
    },
    trash: async () => {
      const path = `/api/journey-admin/${this.rpsKey}`;
      await this.insist(`DELETE ${path}`, undefined, [204], [404]);
      await this.hide(this.secret);
      if (this.random.chance(0.4)) await this.finder.sendUntilArrived();
      if (this.random.chance(0.3)) await this.round.step(this.random);
      const key = this.round.numberOf(
        `SELECT trash_key FROM trash WHERE kind = 'find' AND key = ${this.rpsKey}`,
      );
      if (this.isShown) this.secret.show();
      const restore = `POST /api/trash/${key}/restore`;
      await this.insist(restore, undefined, [200], [404]);
      this.restores++;
    },
    // As a request does that comes late.
    "send again": () => this.finder.sendUntilArrived(),
  };

  private hide(secret: Secret) {
    secret.hide();
    return secret.look(this.round, this.random);
  }

  private toggle = (path: string, show: boolean) =>
    this.insist(`POST /api/journey-admin/${path}/toggle-show`, { show });

  private insist = (
    request: string,
    body: unknown,
    expected = [200],
    again: number[] = [],
  ) => this.round.insist(this.random, request, body, expected, again);
}
