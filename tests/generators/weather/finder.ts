import { existsSync } from "node:fs";
import { expect } from "vitest";
import type { SubmissionResult } from "../../../domain/finds/answers.ts";
import { asMetadata, PIECE } from "../../setup/calls/uploads/tus-calls.ts";
import { filesBelow } from "../../setup/files.ts";
import type { Picture, Random, SentFind } from "./plan.ts";
import type { Answer } from "../exchange.ts";
import { asJson, LATER, type Round } from "./round.ts";

const TUS = { "Tus-Resumable": "1.0.0" };

/** Somebody who sends a find, as often as it takes. */
export class Finder {
  receipt?: Pick<SubmissionResult, "uuid" | "images">;
  private created = 0;
  private uploads = new Map<Picture, string>();
  /** How many bytes of each upload the site has confirmed. They may not be fewer later. */
  private confirmed = new Map<string, number>();

  constructor(
    private readonly round: Round,
    readonly find: SentFind,
    private readonly random: Random,
  ) {}

  /** Also once more after it has arrived, as a request does that comes late. */
  async sendUntilArrived() {
    while (!(await this.send()));
  }

  /** Sends it once, or twice at the same time. The connection may be cut. @returns whether it was confirmed */
  private async send() {
    const { random, round, find } = this;
    if (find.byTus && !this.receipt && !(await this.sendPictures()))
      return false;
    const request = await this.makeRequest();
    const times = random.chance(0.25) ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: times }, () =>
        round.ask({ ...request, cut: drawCut(random) }),
      ),
    );
    const confirmed = answers.filter((answer) => this.take(answer));
    await round.step(random);
    return confirmed.length > 0;
  }

  private take(answer: Answer | undefined) {
    if (!answer || LATER.includes(answer.status)) return false;
    const { status, body } = answer;
    const said = `${this.find.comment} was answered ${status}: ${body.toString().slice(0, 300)}`;
    if (status === 400 && said.includes('"uploads"')) {
      this.uploads.clear();
      return false;
    }
    expect([200, 201], said).toContain(status);
    if (status === 201) expect(++this.created, said).toBe(1);
    const { uuid, images, rock_number } = asJson<SubmissionResult>(answer);
    expect(images, said).toHaveLength(this.find.pictures.length);
    if (this.receipt) expect({ uuid, images }, said).toEqual(this.receipt);
    else this.requireSafe(`rocks/${rock_number}/${uuid}/original`);
    this.receipt = { uuid, images };
    return true;
  }

  /** A find that the site has confirmed stays, even if the power fails at this moment. */
  private requireSafe(originals: string) {
    const { site, power } = this.round.lane;
    // The store may have gone away since.
    if (!existsSync(site.inStore(originals))) return;
    for (const file of filesBelow(site.inStore(originals)))
      expect(
        power.wouldTake(`${originals}/${file}`),
        `${this.find.comment} was confirmed, and a power cut would take`,
      ).toBe(undefined);
  }

  private async makeRequest() {
    const { find } = this;
    const form = new FormData();
    for (const [name, value] of Object.entries(find.fields))
      form.set(name, value);
    form.set("submission_id", find.submissionId);
    const idOf = (picture: Picture) =>
      this.uploads.get(picture)?.split("/").at(-1);
    if (find.byTus)
      form.set("uploads", JSON.stringify(find.pictures.map(idOf)));
    else
      for (const { name, bytes } of find.pictures)
        form.append("images", new Blob([new Uint8Array(bytes)]), name);
    const body = new Response(form);
    return {
      method: "POST",
      path: "/api/upload-rock",
      headers: { "Content-Type": body.headers.get("content-type")! },
      body: Buffer.from(await body.arrayBuffer()),
    };
  }

  /** Sends the pictures ahead, each in pieces. @returns whether all have arrived */
  private async sendPictures() {
    for (const picture of this.find.pictures)
      while (!(await this.sendPiece(picture))) {
        await this.round.step(this.random);
        if (this.random.chance(0.1)) return false;
      }
    return true;
  }

  private async sendPiece(picture: Picture) {
    const { round, random } = this;
    const { bytes, name } = picture;
    const path = this.uploads.get(picture);
    if (!path) {
      const answer = await round.ask({
        method: "POST",
        path: "/api/uploads",
        headers: {
          ...TUS,
          "Upload-Length": String(bytes.length),
          "Upload-Metadata": asMetadata({ filename: name }),
        },
      });
      if (answer?.status === 201)
        this.uploads.set(picture, String(answer.headers.location));
      // 404 if the clock jumped by a week while it was created.
      else if (answer?.status !== 404)
        requireLater("POST /api/uploads", answer);
      return false;
    }
    const asked = await round.ask({ method: "HEAD", path, headers: TUS });
    if (asked?.status === 404 || asked?.status === 410) {
      // It has expired while the clock was wrong, or was used by a send whose answer was lost.
      this.uploads.delete(picture);
      return false;
    }
    if (asked?.status !== 200) return requireLater(`HEAD ${path}`, asked);
    const offset = Number(asked.headers["upload-offset"]);
    const confirmed = this.confirmed.get(path) ?? 0;
    expect(offset, `bytes of ${path}`).toBeGreaterThanOrEqual(confirmed);
    if (offset === bytes.length) return true;
    const length = random.chance(0.5)
      ? bytes.length - offset
      : 1 + random.below(bytes.length - offset);
    const sent = await round.ask({
      method: "PATCH",
      path,
      headers: { ...TUS, ...PIECE, "Upload-Offset": String(offset) },
      body: bytes.subarray(offset, offset + length),
      cut: drawCut(random),
    });
    if (sent?.status === 204)
      this.confirmed.set(path, Number(sent.headers["upload-offset"]));
    // Another piece may still be on its way over a connection that was cut.
    if (![204, 404, 409, 410, 423].includes(sent?.status ?? 204))
      requireLater(`PATCH ${path}`, sent);
    return false;
  }
}

const drawCut = (random: Random) => {
  if (random.chance(0.12)) return random.next();
  return random.chance(0.12) ? 1 : undefined;
};

/** A call that isn't answered as it should be is made again. @returns false */
function requireLater(name: string, answer: Answer | undefined) {
  const said = `${name} was answered ${answer?.body.toString().slice(0, 300)}`;
  if (answer) expect(LATER, said).toContain(answer.status);
  return false;
}
