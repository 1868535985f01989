import type { Picture, Random } from "./pictures.ts";
import { asJson, type Round } from "./round.ts";
import { Secret } from "./secret.ts";

interface PhotoRow {
  p_key: number;
  pa_key: number;
  name: string;
}

/** The admin's album: pictures are sent, shown, hidden, deleted and brought back. */
export class AlbumCare {
  /** The files that the site has confirmed, and the pictures in them. */
  readonly confirmed = new Map<string, Picture>();
  readonly secret: Secret;
  readonly photoSecrets = new Map<string, Secret>();
  restores = 0;

  constructor(
    private readonly round: Round,
    readonly name: string,
    private readonly pictures: Picture[],
    private readonly random: Random,
  ) {
    this.secret = new Secret(
      `Album ${name}`,
      `"${name}"`,
      () => ["/api/albums"],
      () => this.photos().map((photo) => this.pictureOf(photo.name)),
    );
  }

  get secrets() {
    return [this.secret, ...this.photoSecrets.values()];
  }

  private pictureOf = (name: string) =>
    `/media/albums/${this.name}/webp/${name}`;

  photos = () =>
    this.round.lane.site.query<PhotoRow>(
      `SELECT p_key, photos.pa_key, photos.name FROM photos JOIN albums USING (pa_key) WHERE albums.name = '${this.name}'`,
    );

  async run() {
    await this.insist(
      "POST",
      "/api/albums",
      { name: this.name, show: false },
      { expected: [201], again: [409] },
    );
    const [album] = this.round.lane.site.query<{ pa_key: number }>(
      `SELECT pa_key FROM albums WHERE name = '${this.name}'`,
    );
    for (const picture of this.pictures) await this.send(picture);
    const acts = Array.from({ length: 2 }, () =>
      this.random.pick(["show", "hide", "photo", "trash"]),
    );
    for (const act of acts) {
      if (act === "show") this.secret.show();
      if (act === "show" || act === "hide")
        await this.insist(
          "PATCH",
          `/api/albums/${album!.pa_key}/show`,
          { show: act === "show" },
          { expected: [200] },
        );
      if (act === "hide") {
        this.secret.hide();
        await this.secret.look(this.round, this.random);
      }
      const photo = this.random.pick(this.photos());
      if (photo && act === "photo") await this.turnPhoto(photo);
      if (photo && act === "trash") await this.trashPhoto(photo);
    }
  }

  /** A picture whose answer is lost is sent again, and then the album may have it twice. */
  private async send({ name, ...picture }: Picture) {
    const form = new FormData();
    form.append("files", new Blob([new Uint8Array(picture.bytes)]), name);
    const answer = await this.insist(
      "POST",
      `/api/albums/${this.name}/upload-images`,
      new Response(form),
      { expected: [201] },
    );
    for (const file of asJson<{ files: string[] }>(answer).files)
      this.confirmed.set(file, { name, ...picture });
  }

  private async turnPhoto(photo: PhotoRow) {
    const secret = this.secretOf(photo);
    const show = this.random.chance(0.3);
    if (show) secret.show();
    await this.insist(
      "POST",
      `/api/albums/photos/${photo.p_key}/toggle-show`,
      { show },
      { expected: [200] },
    );
    if (show) return;
    secret.hide();
    await secret.look(this.round, this.random);
  }

  private async trashPhoto(photo: PhotoRow) {
    const secret = this.secretOf(photo);
    await this.insist(
      "DELETE",
      `/api/albums/photos/${photo.p_key}`,
      undefined,
      { expected: [204], again: [404] },
    );
    secret.hide();
    await secret.look(this.round, this.random);
    const [row] = this.round.lane.site.query<{ trash_key: number }>(
      `SELECT trash_key FROM trash WHERE kind = 'photo' AND key = ${photo.p_key}`,
    );
    if (!row)
      throw new Error(
        `Photo ${photo.name} was deleted, and it is not in the trash.`,
      );
    secret.show();
    await this.insist(
      "POST",
      `/api/trash/${row.trash_key}/restore`,
      undefined,
      { expected: [200], again: [404] },
    );
    this.restores++;
  }

  private secretOf({ name, pa_key }: PhotoRow) {
    const secret =
      this.photoSecrets.get(name) ??
      new Secret(
        `Photo ${name}`,
        `"${name}"`,
        () => [`/api/albums/${pa_key}/photos`],
        () => [this.pictureOf(name)],
      );
    this.photoSecrets.set(name, secret);
    return secret;
  }

  private insist = (
    method: string,
    path: string,
    body: unknown,
    statuses: { expected: number[]; again?: number[] },
  ) => this.round.insist(this.random, { method, path, body }, statuses);
}
