import { useEffect, useRef, useState, type MutableRefObject } from "react";
import type { ReviewFind } from "#domain/review/answers.ts";
import { NO_NUMBER, ROCK_NUMBER_MAX } from "#domain/rocks/schemas.ts";
import { useApi } from "#app/components/api/use-api.ts";
import { usePause } from "#app/components/ui/use-pause.ts";
import { portraitOf } from "./review-rock.tsx";
import type { ReviewTools } from "./review-tools.ts";

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
  const [failure, setFailure] = useState<string>();
  const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  const isValid = number >= 0 && number <= ROCK_NUMBER_MAX;
  const isOther = number !== find.rock_number;
  const isAsked = isValid && isOther && number !== 0;
  const asked = usePause(isAsked ? String(number) : "");
  const { answer } = useApi(
    "GET /api/rocks",
    asked === "" ? undefined : { query: { rock_number: asked } },
  );

  useEffect(() => {
    mayShow.current = () => {
      if (!isOther) return true;
      setFailure(
        isValid
          ? `Use ${number} first, or press Escape to keep ${find.rock_number}.`
          : NO_NUMBER,
      );
      input.current?.focus();
      return false;
    };
    return () => {
      mayShow.current = () => true;
    };
  }, [mayShow, isOther, isValid, number, find.rock_number]);

  const found = asked === String(number) ? answer : undefined;
  const [rock] = found ?? [];
  return (
    <form
      className="review-number row"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) return setFailure(NO_NUMBER);
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
                src={portraitOf({
                  rock: { picture: rock?.ready ? rock.version : null },
                  rock_number: number,
                })}
                alt=""
              />
              {rock
                ? rock.comment || `Rock ${number} is in the catalogue.`
                : `${number} isn’t in the catalogue.`}
            </>
          ))}
      </p>
    </form>
  );
}
