import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { describeRegion } from "#app/components/language/places.ts";
import type { Place } from "#domain/places/answers.ts";
import { SearchIcon } from "#app/components/ui/more-icons.tsx";
import { usePlaces } from "#app/components/map/use-places.ts";

const TEXT_MAX = 100;

interface Props {
  onTown: (town: Place) => void;
  onCancel: () => void;
}

export function TownSearch({ onTown, onCancel }: Props) {
  const { i18n } = useLingui();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const query = text.trim();
  const search = usePlaces(query);
  const isDone = search !== undefined;
  const towns = (query !== "" && search?.places) || [];
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => input.current?.focus(), []);
  // The bar of the form lies over what is below.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, [isDone]);

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isOurs =
      event.key === "Enter" ||
      event.key === "Escape" ||
      (step !== undefined && towns.length > 0);
    if (!isOurs) return;
    // Enter would send the form, and Escape would close it.
    event.preventDefault();
    const town = towns[active];
    if (step !== undefined)
      setActive((active + step + towns.length) % towns.length);
    else if (event.key === "Escape") onCancel();
    else if (town) onTown(town);
  }

  return (
    <div ref={box} className="where-search stack tight">
      <label className="sr" htmlFor={id}>
        <Trans>Town</Trans>
      </label>
      <SearchIcon />
      <input
        ref={input}
        id={id}
        className="control"
        type="text"
        dir="auto"
        role="combobox"
        inputMode="search"
        aria-expanded={towns.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={towns.length > 0 ? optionId(active) : undefined}
        aria-describedby={`${id}-note`}
        value={text}
        maxLength={TEXT_MAX}
        autoComplete="off"
        placeholder={t(i18n)`Type a town`}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t(i18n)`Towns`}
        className="where-towns lined"
        hidden={towns.length === 0}
      >
        {towns.map((town, index) => (
          // The keyboard works in the text field, as the combobox pattern has it.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={`${town.latitude},${town.longitude}`}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            onClick={() => onTown(town)}
          >
            <bdi>{town.name}</bdi>
            <small>
              <bdi>{describeRegion(i18n, town)}</bdi>
            </small>
          </li>
        ))}
      </ul>
      <p id={`${id}-note`} role="status" className="field-hint">
        {query !== "" && search && describeResult(i18n, search.places)}
      </p>
    </div>
  );
}

function describeResult(i18n: I18n, towns: Place[] | undefined) {
  if (!towns)
    return t(
      i18n,
    )`Towns can’t be searched without a connection. Tap the map, or leave it out.`;
  if (towns.length === 0) return t(i18n)`No town of that name was found.`;
  return "";
}
