import { Link, useRevalidator } from "@remix-run/react";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Part } from "#app/components/admin/ui/screen.tsx";
import { Failure } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { SetUpStep } from "#domain/health/schemas.ts";

const STEPS: Record<SetUpStep, { title: string; why: string }> = {
  names: {
    title: "Whose site it is",
    why: "Every page still shows an example’s name.",
  },
  story: {
    title: "The story and its picture",
    why: "The home page still tells an example’s story.",
  },
  mail: {
    title: "Mail",
    why: "Without it you only see here that finds wait.",
  },
  rock: {
    title: "The first rock",
    why: "The catalogue is empty, so there is no label to print.",
  },
};

/** The steps that were left out when the site was set up, until each is done or put aside. */
export function SetUpLeft({ stepsLeft }: { stepsLeft: SetUpStep[] }) {
  const { call, isBusy, failure } = useSave();
  const { revalidate } = useRevalidator();
  if (stepsLeft.length === 0) return null;

  async function putAside(step: SetUpStep) {
    const done = await call("POST /api/setup/aside", { body: { step } });
    if (done.ok) revalidate();
  }

  return (
    <Part id="set-up-left" title="Still to set up">
      <ul className="small lined stack">
        {stepsLeft.map((step) => {
          const { title, why } = STEPS[step];
          return (
            <li key={step}>
              <p>
                <b>{title}</b>
              </p>
              <p className="soft">{why}</p>
              <p className="row wrap tight">
                <Link className="mini" to={`/setup?step=${step}`}>
                  Set up<span className="sr">{` ${title}`}</span>
                </Link>
                <Button
                  look="mini"
                  of={title}
                  disabled={isBusy}
                  onClick={() => void putAside(step)}
                >
                  Put aside
                </Button>
              </p>
            </li>
          );
        })}
      </ul>
      <Failure>{failure}</Failure>
    </Part>
  );
}
