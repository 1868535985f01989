import { Failure } from "#app/components/fields/field.tsx";
import { formatCount } from "#core/words.ts";
import { useLingui } from "@lingui/react";
import { useRevalidator } from "@remix-run/react";
import {
  describeSuggestion,
  formatDay,
} from "#app/components/language/english.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import type { Sent } from "#app/components/api/send.ts";
import { useKeptFocus } from "#app/components/admin/data/use-kept-focus.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import {
  describePrecision,
  PlaceDialog,
} from "#app/components/admin/places/place.tsx";
import {
  imageAddresses,
  Thumbnail,
} from "#app/components/admin/ui/picture.tsx";
import { Opened, useOpener } from "#app/components/admin/ui/forms.tsx";
import { Part } from "#app/components/admin/ui/screen.tsx";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { Button } from "#app/components/ui/button.tsx";

const CHANGE = "PUT /api/journey-admin/:rpsKey";
type Change = Sent<typeof CHANGE>["body"];

const describe = ({ rock_number, location }: AdminFind) =>
  `Rock ${rock_number}, ${location}`;

/** Shown finds that are not on the map yet, and that nobody has said have no place there. */
export function UnplacedFinds({
  count,
  first,
}: {
  count: number;
  first: AdminFind[];
}) {
  const placer = useOpener<AdminFind>();
  const { call, failure } = useSave();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const keptFocus = useKeptFocus<HTMLUListElement>();

  async function put(
    { rps_key }: AdminFind,
    body: Change,
    version: string | undefined,
  ) {
    const params = { rpsKey: rps_key };
    const saved = await call(CHANGE, { params, body }, { version });
    revalidate();
    return saved;
  }

  async function place(find: AdminFind, body: Change, words: string) {
    const saved = await put(find, body, find.version);
    if (saved.ok)
      toast(`${describe(find)} ${words}`, {
        action: { label: "Undo", run: () => void undo(find, saved.version) },
      });
  }

  async function undo(find: AdminFind, version: string | undefined) {
    const { precision } = find;
    const nowhere = { latitude: null, longitude: null, no_place: false };
    const undone = await put(find, { ...nowhere, precision }, version);
    if (undone.ok) toast(`${describe(find)} waits for a place again.`);
    else toast(undone.error.message, { isFailure: true });
  }

  return (
    <>
      {count > 0 && (
        <Part
          id="unplaced"
          title="Shown, but not on the map"
          aside={<p className="soft">{formatCount(count)}</p>}
        >
          <Failure>{failure}</Failure>
          <ul className="dashboard-rows small lined" {...keptFocus}>
            {first.map((find) => (
              <UnplacedFind
                key={find.rps_key}
                find={find}
                onSet={() => placer.open(find)}
                onPlace={(body, words) => void place(find, body, words)}
              />
            ))}
          </ul>
        </Part>
      )}
      <Opened by={placer} onClose={revalidate}>
        {(find, close) => <PlaceDialog find={find} onClose={close} />}
      </Opened>
    </>
  );
}

function UnplacedFind({
  find,
  onSet,
  onPlace,
}: {
  find: AdminFind;
  onSet: () => void;
  /** @param words what a toast says about it then */
  onPlace: (body: Change, words: string) => void;
}) {
  const { i18n } = useLingui();
  const { suggestion } = find;
  const day = find.date.slice(0, 10);
  const source = suggestion && describeSuggestion(suggestion, day);
  const of = `rock ${find.rock_number}, ${find.location}`;
  return (
    <li>
      <div className="row wrap">
        <Thumbnail
          {...imageAddresses(find, find.first_image_name)}
          label={imageAlt(i18n, find, find.first_image_description)}
        />
        <span className="dashboard-row-text">
          <b>{`Rock ${find.rock_number}`}</b>
          <span>{` ${find.location} `}</span>
          <small>{formatDay(day)}</small>
          {suggestion && (
            <small className="dashboard-row-place">{`A place ${source}; ${describePrecision(suggestion.precision)}`}</small>
          )}
        </span>
        <span>
          {suggestion && (
            <Button
              look="mini"
              of={`the place ${source} of ${of}`}
              onClick={() => {
                const { latitude, longitude, precision } = suggestion;
                const place = { latitude, longitude, precision };
                onPlace(place, "is on the map.");
              }}
            >
              Use it
            </Button>
          )}
          <Button look="mini" of={`of ${of}`} onClick={onSet}>
            Set the place
          </Button>
          <Button
            look="mini"
            of={`for ${of}`}
            onClick={() => onPlace({ no_place: true }, "stays off the map.")}
          >
            No place
          </Button>
        </span>
      </div>
    </li>
  );
}
