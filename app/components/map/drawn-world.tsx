import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { DrawnWorld as World } from "#domain/keepsake/draw-world.server.ts";
import { nameRock } from "../language/rocks.ts";
import { formatList } from "../language/lists.ts";
import { rockAddress } from "#domain/rocks/rock-address.ts";
import { Page } from "../ui/page.tsx";
import { FlatMap } from "./flat-map.tsx";

/** All pins on one drawing, for a keepsake. Each leads to its rock. */
export function DrawnWorld({ pins, rocks, ...map }: World) {
  const { t, i18n } = useLingui();
  return (
    <Page
      title={<Trans>Where they are now</Trans>}
      head={
        <p className="page-sub">
          {rocks === 0 ? (
            <Trans>No rock is on the map.</Trans>
          ) : (
            <Plural
              value={rocks}
              one="# rock, each where it was last seen."
              other="# rocks, each where it was last seen."
            />
          )}{" "}
          {pins.length < rocks && (
            <>
              <Trans>
                Where many are close together, one pin stands for all of them.
              </Trans>{" "}
            </>
          )}
          <Trans>
            <a href="/all-rocks">The list of rocks</a> has them all.
          </Trans>
        </p>
      }
    >
      <FlatMap {...map} label={t`Map of the rocks`} role="group">
        {pins.map((pin) => {
          const { x, y, rocks } = pin;
          const label = describePin(i18n, pin);
          const dot = `M${x} ${y}h0`;
          return (
            <a
              key={dot}
              href={rockAddress(pin)}
              className={rocks > 1 ? "flat-pin flat-pin--many" : "flat-pin"}
              aria-label={label}
            >
              <title>{label}</title>
              <path d={dot} />
              <path d={dot} />
            </a>
          );
        })}
      </FlatMap>
    </Page>
  );
}

function describePin(
  i18n: I18n,
  { rock_number: number, place, rocks }: World["pins"][number],
) {
  const more = rocks - 1;
  const others =
    more > 0 &&
    t(
      i18n,
    )`${plural(more, { one: "and # more near it", other: "and # more near it" })}`;
  const said = [nameRock(i18n, number), place, others || ""];
  return formatList(i18n, said.filter(Boolean));
}
