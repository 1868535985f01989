import { useEffect, useRef, useState, type MutableRefObject } from "react";
import type { ReviewFind } from "#domain/review/answers.ts";
import { ROCK_NUMBER_MAX } from "#domain/core/limits.ts";
import { portraitOf } from "./review-rock.tsx";
import type { ReviewTools } from "./review-tools.ts";

const PAUSE_MS = 250;

/** The rock's number, which is checked against the catalogue while it is typed. */
export function NumberField({
  find,
  tools,
  mayShow,
}: {
  find: ReviewFind;
  tools: ReviewTools;
  /** Set to a function that says whether the find may be shown: not while a typed number isn't saved. */
  mayShow: MutableRefObject<() => boolean>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(String(find.rock_number));
  const [looked, setLooked] = useState<{
    number: number;
    rock: ReviewFind["rock"];
  }>();
  const [failure, setFailure] = useState<string>();
  const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  const isValid = number >= 0 && number <= ROCK_NUMBER_MAX;
  const isOther = number !== find.rock_number;
  const { lookUp } = tools;

  useEffect(() => {
    if (!isValid || !isOther || number === 0) return;
    let isStale = false;
    const timer = setTimeout(() => {
      lookUp(number).then(
        (rock) => !isStale && setLooked({ number, rock }),
        (error: unknown) => console.error("Error looking a rock up", error),
      );
    }, PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [number, isValid, isOther, lookUp]);

  useEffect(() => {
    mayShow.current = () => {
      if (!isOther) return true;
      setFailure(
        isValid
          ? `Use ${number} first, or press Escape to keep ${find.rock_number}.`
          : "A rock number is a whole number from 0 to 100000.",
      );
      input.current?.focus();
      return false;
    };
    return () => {
      mayShow.current = () => true;
    };
  }, [mayShow, isOther, isValid, number, find.rock_number]);

  const found = looked?.number === number ? looked : undefined;
  return (
    <form
      className="review-number row"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid)
          return setFailure(
            "A rock number is a whole number from 0 to 100000.",
          );
        if (isOther) void tools.saveNumber(find, number).then(setFailure);
      }}
    >
      <label>
        Rock{" "}
        <input
          ref={input}
          inputMode="numeric"
          autoComplete="off"
          aria-label="Rock Number"
          aria-invalid={failure !== undefined}
          aria-describedby="review-number-says"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setFailure(undefined);
          }}
          onKeyDown={({ key }) => {
            if (key !== "Escape") return;
            setText(String(find.rock_number));
            setFailure(undefined);
          }}
        />
      </label>
      {isOther && (
        <button type="submit" className="btn btn--quiet">
          {isValid ? `Use ${number}` : "Use it"}
        </button>
      )}
      <p id="review-number-says" role="status">
        {failure ??
          (isOther && found && (
            <>
              <img
                src={portraitOf({ rock: found.rock, rock_number: number })}
                alt=""
              />
              <span>
                {found.rock
                  ? found.rock.comment || `Rock ${number} is in the catalogue.`
                  : `${number} isn’t in the catalogue.`}
              </span>
            </>
          ))}
      </p>
    </form>
  );
}
