import { useCallback, type MutableRefObject } from "react";
import { Failure, Field } from "#app/components/fields/field.tsx";
import { useLingui } from "@lingui/react";
import { DESCRIPTION_MAX } from "#core/limits.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import type { Blur } from "#core/blurs.ts";
import { call as callOnce } from "#app/components/api/call.ts";
import type { ImageChange } from "#domain/finds/schemas.ts";
import type { FindImage, AdminFind } from "#domain/finds/answers.ts";
import { BoxesChanged } from "#app/components/faces/boxes-changed.ts";
import { HideFaces } from "#app/components/faces/hide-faces.tsx";
import { useList } from "#app/components/admin/data/use-list.ts";
import { useRowActions } from "#app/components/admin/table/row-actions.ts";
import { useUploads } from "#app/components/admin/data/use-uploads.ts";
import {
  AdminTable,
  column,
  imageColumn,
  type Column,
} from "#app/components/admin/table/admin-table.tsx";
import {
  ChoosePictures,
  imageAddresses,
  Thumbnail,
} from "#app/components/admin/ui/picture.tsx";
import { UploadsState } from "#app/components/admin/ui/uploads.tsx";

const keyOf = ({ rpi_key }: FindImage) => rpi_key;
const isBeingMade = ({ ready, error }: FindImage) => !ready && !error;
const sentOf = ({ rpi_key }: FindImage) => ({ params: { rpiKey: rpi_key } });

export interface SeenPictures {
  /** The find's version when the list was read. */
  version: string;
  /** A change that is under way, until the list is read again. */
  change?: Promise<unknown>;
}

export function FindImages({
  find,
  seen,
}: {
  find: AdminFind;
  seen: MutableRefObject<SeenPictures>;
}) {
  const { i18n } = useLingui();
  const onVersion = useCallback(
    (version: string) => void (seen.current.version = version),
    [seen],
  );
  const list = useList(
    "GET /api/journey-admin/:rpsKey/images",
    { params: { rpsKey: find.rps_key } },
    { keyOf, onVersion, isUnderWay: isBeingMade },
  );
  const rows = useRowActions(list, {
    one: "image",
    nameOf: ({ original_name }) => original_name,
    deletes: "DELETE /api/journey-admin/images/:rpiKey",
    sentOf,
    shows: "POST /api/journey-admin/images/:rpiKey/toggle-show",
  });

  async function follow(change: Promise<unknown>) {
    const { change: before } = seen.current;
    seen.current.change = Promise.all([before, change]).then(list.reload);
    await seen.current.change;
  }

  async function save(
    image: FindImage,
    body: ImageChange,
    { version }: { version: string } = image,
  ) {
    const saved = await rows.call(
      image,
      "PUT /api/journey-admin/images/:rpiKey",
      { ...sentOf(image), body },
      { version },
    );
    if (saved.ok) list.change(image, saved.answer);
    return saved;
  }

  /** @throws {ApiError | BoxesChanged} The list stays as it is, because the editor of its picture is open. */
  async function hide(image: FindImage, blurs: Blur[], changed?: BoxesChanged) {
    const saved = await save(image, { blurs }, changed);
    if (saved.ok) return follow(Promise.resolve());
    if (saved.error.status !== 409) throw saved.error;
    const { answer } = await callOnce("GET /api/journey-admin/:rpsKey/images", {
      params: { rpsKey: find.rps_key },
    });
    const now = answer.find((other) => keyOf(other) === keyOf(image));
    throw now ? new BoxesChanged(now.blurs, now.version) : saved.error;
  }

  const uploads = useUploads((call, image) => {
    const body = new FormData();
    body.set("image", image);
    return call(
      "POST /api/journey-admin/:rpsKey/images",
      { params: { rpsKey: find.rps_key }, body },
      { isUpload: true },
    );
  });

  const addressesOf = ({ small, current_name, version }: FindImage) =>
    imageAddresses(find, small ? current_name : null, version);
  const columns: Column<FindImage>[] = [
    imageColumn((image) => (
      <Thumbnail
        {...addressesOf(image)}
        label={imageAlt(i18n, find, image.description)}
      />
    )),
    column("Original Name", { className: "at-title" }, (image) => (
      <>
        <span>{image.original_name}</span>
        <Failure>{image.error}</Failure>
        <Failure>
          {image.original_error &&
            `Its original was refused: ${image.original_error}`}
        </Failure>
      </>
    )),
    { title: "Show", field: "show", width: 5 },
  ];

  return (
    <section className="stack">
      <h3>Images</h3>
      {find.originals_pending > 0 && (
        <p className="soft">{`The full pictures are still on their way (${find.originals_pending})`}</p>
      )}
      <AdminTable
        label="Images"
        rows={rows}
        loading="Loading images..."
        columns={columns}
        buttonsWidth={16}
        onToggle={(image, show) => follow(rows.setShow(image, show))}
        buttons={(image) =>
          image.ready && (
            <HideFaces
              look="mini"
              of={image.original_name}
              src={addressesOf(image).large}
              blurs={image.blurs.length > 0 ? image.blurs : undefined}
              onDone={(blurs, _isSearched, changed) =>
                hide(image, blurs, changed)
              }
            />
          )
        }
        onDelete={(image) => follow(rows.remove(image))}
      />
      {list.items?.map((image) => (
        <Description
          key={`${image.rpi_key} ${image.version}`}
          image={image}
          lang={find.lang}
          onChange={(description) => follow(save(image, { description }))}
        />
      ))}
      <p>
        <ChoosePictures
          look="quiet"
          label="Image to add"
          multiple
          busy={uploads.isBusy}
          onChoose={(images) => follow(uploads.start(images))}
        >
          Add Image
        </ChoosePictures>
      </p>
      <UploadsState uploads={uploads} onRetry={follow} />
    </section>
  );
}

function Description({
  image: { original_name, description },
  lang,
  onChange,
}: {
  image: FindImage;
  lang: string | null;
  onChange: (text: string) => unknown;
}) {
  return (
    <Field
      label={`What ${original_name} shows`}
      dir="auto"
      lang={lang ?? undefined}
      autoComplete="off"
      maxLength={DESCRIPTION_MAX}
      placeholder="For people who can’t see it"
      defaultValue={description}
      onBlur={({ currentTarget: { value } }) => {
        if (value.trim() !== description) onChange(value);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        // It is not the whole dialog that is saved.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
