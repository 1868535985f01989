import type { Picture, Random } from "./plan.ts";
import { asJson, type Round } from "./round.ts";
import { Secret } from "./secret.ts";

/** The admin's album: pictures are sent, and it is shown and hidden. */
export class AlbumCare {
  /** The files that the site has confirmed, and the pictures in them. */
  readonly confirmed = new Map<string, Picture>();
  readonly secret: Secret;

  constructor(
    private readonly round: Round,
    readonly name: string,
    private readonly pictures: Picture[],
    private readonly random: Random,
  ) {
    const photos = () =>
      round.lane.site.column(
        `SELECT photos.name FROM photos JOIN albums USING (pa_key) WHERE albums.name = '${name}'`,
      );
    this.secret = new Secret(
      `"${name}"`,
      () => ["/api/albums"],
      () => photos().map((photo) => `/media/albums/${name}/webp/${photo}`),
    );
  }

  get secrets() {
    return [this.secret];
  }

  async run() {
    const { name, round, random, secret } = this;
    const album = { name, show: false };
    await round.insist(random, "POST /api/albums", album, [201], [409]);
    const key = round.numberOf(
      `SELECT pa_key FROM albums WHERE name = '${name}'`,
    );
    for (const picture of this.pictures) await this.send(picture);
    for (let acts = 2; acts > 0; acts--) {
      const show = random.chance(0.5);
      if (show) secret.show();
      const request = `PATCH /api/albums/${key}/show`;
      await round.insist(random, request, { show }, [200]);
      if (show) continue;
      secret.hide();
      await secret.look(round, random);
    }
  }

  /** A picture whose answer is lost is sent again, and then the album may have it twice. */
  private async send(picture: Picture) {
    const form = new FormData();
    const { bytes, name } = picture;
    form.append("files", new Blob([new Uint8Array(bytes)]), name);
    const request = `POST /api/albums/${this.name}/upload-images`;
    const { round, random } = this;
    const sent = new Response(form);
    const answer = await round.insist(random, request, sent, [201]);
    for (const file of asJson<{ files: string[] }>(answer).files)
      this.confirmed.set(file, picture);
  }
}
