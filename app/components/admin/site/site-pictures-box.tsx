import { useRevalidator } from "@remix-run/react";
import { useRef, useState, type ChangeEvent } from "react";
import { useUnfinished } from "#app/components/ui/use-unsaved-changes.ts";
import { withVersion } from "#app/components/site/with-version.ts";
import { sitePictures, type SitePicture } from "#domain/schemas.ts";
import { callApi, Refusal } from "#app/components/admin/ui/call-api.ts";
import { postForm } from "#app/components/admin/finds/find-form.ts";
import { useRevalidateWhile } from "#app/components/admin/ui/use-revalidate-while.ts";

const isBeingMade = ({ ready, error }: SitePicture) => !ready && error === null;

/** The pictures that ship, or the family's own in their place. */
export function SitePicturesBox({ pictures }: { pictures: SitePicture[] }) {
  useRevalidateWhile(pictures.some(isBeingMade));
  return (
    <section className="site-pictures" aria-labelledby="site-pictures">
      <h2 id="site-pictures">Pictures</h2>
      <ul>
        {pictures.map((picture) => (
          <li key={picture.name}>
            <PictureTile picture={picture} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PictureTile({ picture }: { picture: SitePicture }) {
  const { name, own, version, error } = picture;
  const { title, use, address } = sitePictures[name];
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  useUnfinished(sent !== undefined);

  async function change(what: string, run: () => Promise<unknown>) {
    setRefusal(undefined);
    try {
      await run();
    } catch (error) {
      console.error(what, error);
      setRefusal(
        error instanceof Refusal ? error.message : "Something went wrong.",
      );
    } finally {
      setSent(undefined);
      revalidate();
    }
  }

  async function send({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const image = currentTarget.files?.[0];
    if (!image) return;
    currentTarget.value = "";
    const form = new FormData();
    form.append("image", image);
    setSent(0);
    await change("Error sending a picture", () =>
      postForm(`/api/site-pictures/${name}`, form, setSent, "PUT"),
    );
  }

  async function takeBack() {
    if (!window.confirm("Go back to the picture that came with the site?"))
      return;
    await change("Error removing a picture", () =>
      callApi("DELETE", `/api/site-pictures/${name}`),
    );
  }

  return (
    <article
      className={`site-picture site-picture--${name}`}
      aria-label={title}
    >
      <img src={withVersion(address, version)} alt={`${title} as it is now`} />
      <h3>{title}</h3>
      <p className="admin-small">{use}</p>
      <p className="site-picture-state" role="status">
        {sent !== undefined
          ? sent < 1
            ? `Sending: ${Math.round(sent * 100)} %`
            : "Checking the picture …"
          : isBeingMade(picture)
            ? "Being made ready …"
            : own
              ? "Your own"
              : "Came with the site"}
      </p>
      {(refusal ?? error) && (
        <p className="field-error" role="alert">
          {refusal ?? `It could not be made ready: ${error}`}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        hidden
        aria-label={`A new ${title}`}
        onChange={(event) => void send(event)}
      />
      <footer>
        <button
          type="button"
          className="mini"
          disabled={sent !== undefined}
          onClick={() => input.current?.click()}
        >
          Replace<span className="sr"> {title}</span>
        </button>
        {own && (
          <button
            type="button"
            className="mini mini--danger"
            disabled={sent !== undefined}
            onClick={() => void takeBack()}
          >
            Take back<span className="sr"> {title}</span>
          </button>
        )}
      </footer>
    </article>
  );
}
