import { Failure } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useRevalidator } from "@remix-run/react";
import { ChoosePictures } from "#app/components/admin/ui/picture.tsx";
import { sitePictureAddress } from "#domain/store/media-addresses.ts";
import { usePolling } from "#app/components/api/use-polling.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { SiteSection } from "./site-section.tsx";
import { sitePictures } from "#domain/site/schemas.ts";
import type { SitePicture } from "#domain/site/answers.ts";

const isBeingMade = ({ ready, error }: SitePicture) => !ready && error === null;

export const SitePicturesBox = ({ pictures }: { pictures: SitePicture[] }) => (
  <SiteSection
    id="pictures"
    title="Pictures"
    now={pictures.some(({ own }) => own) ? "Your own" : "Came with the site"}
  >
    <SitePictureTiles pictures={pictures} />
  </SiteSection>
);

export function SitePictureTiles({ pictures }: { pictures: SitePicture[] }) {
  // The whole page is loaded again, because the navigation shows the logo.
  const { revalidate } = useRevalidator();
  usePolling(pictures.some(isBeingMade), revalidate);
  return (
    <ul className="columns">
      {pictures.map((picture) => (
        <li key={picture.name}>
          <PictureTile picture={picture} />
        </li>
      ))}
    </ul>
  );
}

function PictureTile({ picture }: { picture: SitePicture }) {
  const { name, own, version, error } = picture;
  const { title, use } = sitePictures[name];
  const params = { name };
  const { call, sent, failure } = useSave();
  const { revalidate } = useRevalidator();

  async function replace(image: File) {
    const form = new FormData();
    form.append("image", image);
    await call(
      "PUT /api/site-pictures/:name",
      { params, body: form },
      { isUpload: true },
    );
    revalidate();
  }

  async function takeBack() {
    if (!window.confirm("Go back to the picture that came with the site?"))
      return;
    await call("DELETE /api/site-pictures/:name", { params });
    revalidate();
  }

  return (
    <article
      className={`site-picture site-picture--${name}`}
      aria-label={title}
    >
      <img
        className="photo"
        src={sitePictureAddress(name, version)}
        alt={`${title} as it is now`}
      />
      <h3>{title}</h3>
      <p className="soft">{use}</p>
      <p className="job-status small" role="status">
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
      <Failure>
        {failure ?? (error && `It could not be made ready: ${error}`)}
      </Failure>
      <footer className="wrap tight">
        <ChoosePictures
          look="mini"
          label={`A new ${title}`}
          of={title}
          disabled={sent !== undefined}
          onChoose={([image]) => void replace(image!)}
        >
          Replace
        </ChoosePictures>
        {own && (
          <Button
            look="danger"
            of={title}
            disabled={sent !== undefined}
            onClick={() => void takeBack()}
          >
            Take back
          </Button>
        )}
      </footer>
    </article>
  );
}
