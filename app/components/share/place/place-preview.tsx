import type { Spot } from "#domain/core/precision.ts";
import { useRef, type MouseEvent } from "react";
import type { Suggestion } from "#domain/finds/schemas.ts";
import {
  boxAround,
  spotAt,
  WHOLE_WORLD,
  WorldDrawing,
} from "./world-drawing.tsx";

/** Metres around a place that show which country and coast it is on. */
const REGION = 400_000;

interface Props {
  place: Suggestion | undefined;
  /** The picture of the rock's stone. */
  stone: string;
  /** What a press does, or why it does nothing. */
  words: string;
  /** Called with the pressed spot; undefined if it was pressed by key. */
  onOpen: (near: Spot | undefined) => void;
}

/** A drawing of the world, or of the region of a place. It asks no map service, so that nobody learns the place. */
export function PlacePreview({ place, stone, words, onOpen }: Props) {
  const button = useRef<HTMLButtonElement>(null);

  function open({ detail, clientX, clientY }: MouseEvent) {
    const drawing = button.current?.querySelector("svg");
    onOpen(
      detail > 0 && drawing ? spotAt(drawing, clientX, clientY) : undefined,
    );
  }

  return (
    <button
      ref={button}
      type="button"
      className={place ? "where-map" : "where-map where-map--small"}
      onClick={open}
    >
      <WorldDrawing box={place ? boxAround(place, REGION) : WHOLE_WORLD} />
      {place && <img src={stone} alt="" width={52} height={52} />}
      <span className="where-say">{words}</span>
    </button>
  );
}
