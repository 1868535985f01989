import type { Blur } from "#core/blurs.ts";
import type { DraftFields } from "#app/components/share/queue/find-store.ts";
import type { FinderFind } from "#domain/finds/answers.ts";
import {
  areSame,
  fieldsOf,
  onlyChanges,
  type FinderEdits,
} from "./finder-edits.ts";

/** Edits of a find that somebody else has changed since. Loaded only when that happens. */

/** Something that somebody else has changed. `mine` is undefined if the finder has left it alone. */
export type ChangedMeanwhile = { key: string } & (
  | { of: keyof DraftFields; mine?: string; now: string }
  | { of: "description"; picture: Picture; mine?: string; now: string }
  | { of: "blurs"; picture: Picture; mine?: Blur[]; now: Blur[] }
  | { of: "removed"; picture: Picture }
);
interface Picture {
  name: string;
  /** From 1. */
  number: number;
}

/** @param before the find that the edits were made in */
export function listChanged(
  before: FinderFind,
  now: FinderFind,
  edits: FinderEdits,
): ChangedMeanwhile[] {
  const [old, current] = [fieldsOf(before), fieldsOf(now)];
  const fields = (Object.keys(old) as (keyof DraftFields)[])
    .filter((of) => old[of] !== current[of])
    .map((of) => ({ key: of, of, mine: edits.fields[of], now: current[of] }));
  const pictures = before.images.flatMap((image, index): ChangedMeanwhile[] => {
    const { name, description, blurs } = image;
    const picture = { name, number: index + 1 };
    const there = now.images.find((other) => other.name === name);
    const mine = edits.images[name] ?? {};
    if (!there) return [{ key: `${name} removed`, of: "removed", picture }];
    const changes: ChangedMeanwhile[] = [];
    if (description !== there.description)
      changes.push({
        ...{ key: `${name} description`, of: "description", picture },
        ...{ mine: mine.description, now: there.description },
      });
    if (!areSame(blurs, there.blurs))
      changes.push({
        ...{ key: `${name} blurs`, of: "blurs", picture },
        ...{ mine: mine.blurs, now: there.blurs },
      });
    return changes;
  });
  return [...fields, ...pictures];
}

/**
 * The same edits of the find as it is now. What somebody has hidden in a picture meanwhile stays hidden.
 * @param before the find that the edits were made in
 */
export function rebase(
  before: FinderFind,
  now: FinderFind,
  edits: FinderEdits,
): FinderEdits {
  const images = Object.entries(edits.images).map(([name, edit]) => {
    const [old, current] = [before, now].map(({ images }) =>
      images.find((image) => image.name === name),
    );
    return edit.blurs && old && current
      ? [name, { ...edit, blurs: merge(old.blurs, current.blurs, edit.blurs) }]
      : [name, edit];
  });
  return onlyChanges(now, {
    fields: edits.fields,
    images: Object.fromEntries(images) as FinderEdits["images"],
  });
}

/** Only what the finder has taken back of the older boxes goes, and what the finder has drawn comes. */
function merge(before: Blur[], now: Blur[], mine: Blur[]) {
  const isIn = (boxes: Blur[], box: Blur) =>
    boxes.some((other) => areSame(other, box));
  return [
    ...now.filter((box) => isIn(mine, box) || !isIn(before, box)),
    ...mine.filter((box) => !isIn(before, box) && !isIn(now, box)),
  ];
}
