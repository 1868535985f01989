import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useRockSummary } from "#app/components/rocks/journey/use-rock-summary.ts";
import { RockStone } from "#app/components/ui/pebble.tsx";
import {
  byKey,
  read,
  type ApiError,
  type Given,
  type Name,
  type Sent,
} from "#app/components/api/send.ts";
import { Failure } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./follow.css";

type Follow = Given<"GET /api/follow">;

/** The key opens nothing, or nothing any more. */
const CLOSED = 401;

/** State of a key: it opens nothing, a question, or an address's follow. */
interface FollowState {
  is: "loading" | "closed" | Follow["state"] | "stopped";
  follow?: Follow;
}

type Props = ReturnType<typeof useFollow>;
type OpenProps = Props & { follow: Follow };

export function FollowStates({ mailKey }: { mailKey: string | undefined }) {
  const { t } = useLingui();
  const props = useFollow(mailKey);
  const { is, follow } = props;
  const here = useFocusOnChange(is);
  return (
    <div className="follow-states" ref={here}>
      {is === "loading" && (
        <State title={t`Follow a rock`}>
          <p role="status">{props.failure ?? t`Loading…`}</p>
        </State>
      )}
      {is === "closed" && <Closed />}
      {follow && is === "unconfirmed" && <Asked {...props} follow={follow} />}
      {follow && is === "confirmed" && <Confirmed {...props} follow={follow} />}
      {follow && is === "stopped" && <Stopped {...follow} />}
    </div>
  );
}

/** Reads the follow of a mail's key, which changes nothing, and confirms or stops it. The key is in a header. */
function useFollow(key: string | undefined) {
  const [state, setState] = useState<FollowState>({ is: "loading" });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const call = useCallback(
    async <N extends Name>(
      name: N,
      sent: Sent<N>,
      onDone: (answer: Given<N>) => FollowState,
    ) => {
      setBusy(true);
      setFailure(undefined);
      try {
        setState(onDone(await read(name, sent, byKey(key ?? ""))));
      } catch (error) {
        const { status, message } = error as ApiError;
        if (status === CLOSED) setState({ is: "closed" });
        else setFailure(message);
      } finally {
        setBusy(false);
      }
    },
    [key],
  );

  useEffect(() => {
    if (key === undefined) return;
    setState({ is: "loading" });
    void call("GET /api/follow", {}, (follow) => ({
      is: follow.state,
      follow,
    }));
  }, [key, call]);

  return {
    ...state,
    isBusy,
    failure,
    confirm: (follow: Follow) =>
      void call("POST /api/follow/confirm", {}, () => ({
        is: "confirmed",
        follow,
      })),
    stop: (follow: Follow, all: boolean) =>
      void call("POST /api/follow/stop", { body: { all } }, () => ({
        is: "stopped",
        follow: all ? { ...follow, others: [] } : follow,
      })),
  };
}

/** Moves the focus to the heading when a press has led to another state, because its button is gone by then. */
function useFocusOnChange(state: string) {
  const here = useRef<HTMLDivElement>(null);
  const last = useRef("loading");
  useEffect(() => {
    if (last.current !== "loading" && last.current !== state)
      here.current!.querySelector("h1")!.focus();
    last.current = state;
  }, [state]);
  return here;
}

function Asked({ follow, isBusy, failure, confirm, stop }: OpenProps) {
  const { t } = useLingui();
  const { rock_number: number } = follow;
  return (
    <State
      title={t`Shall we tell you when rock ${number} moves on?`}
      number={number}
    >
      <p>
        <Trans>
          Somebody has entered your e-mail address here. If it was you, press
          the button, and a mail tells you whenever somebody finds rock {number}{" "}
          again.
        </Trans>
      </p>
      <p>
        <Trans>
          If it wasn’t you, do nothing. We forget your address within seven
          days.
        </Trans>
      </p>
      <Failure>{failure}</Failure>
      <div className="page-actions wrap">
        <Button disabled={isBusy} onClick={() => confirm(follow)}>
          <Trans>Yes, tell me</Trans>
        </Button>
        <Button
          look="text"
          disabled={isBusy}
          onClick={() => stop(follow, false)}
        >
          <Trans>No, forget my address</Trans>
        </Button>
      </div>
    </State>
  );
}

function Confirmed({ follow, isBusy, failure, stop }: OpenProps) {
  const { t } = useLingui();
  const { rock_number: number, others } = follow;
  const count = others.length;
  const all = count + 1;
  return (
    <State
      title={t`You will be told when rock ${number} moves on`}
      number={number}
    >
      <p>
        <Trans>
          A mail comes when somebody finds it and the find is on the site, at
          most one an hour. Every mail has a link to this page.
        </Trans>
      </p>
      {others.length > 0 && (
        <>
          <h2>
            <Plural
              value={count}
              one="You follow # other rock too"
              other="You follow # other rocks too"
            />
          </h2>
          <RockNumbers numbers={others} />
        </>
      )}
      <Failure>{failure}</Failure>
      <div className="page-actions wrap">
        <Button
          look="quiet"
          disabled={isBusy}
          onClick={() => stop(follow, false)}
        >
          <Trans>Stop the mails about rock {number}</Trans>
        </Button>
        {others.length > 0 && (
          <Button
            look="text"
            disabled={isBusy}
            onClick={() => stop(follow, true)}
          >
            <Plural
              value={all}
              one="Stop the mails about all # rocks"
              other="Stop the mails about all # rocks"
            />
          </Button>
        )}
      </div>
    </State>
  );
}

function Stopped({ rock_number, others }: Follow) {
  const { t } = useLingui();
  return (
    <State title={t`You won’t be told any more`}>
      {others.length === 0 ? (
        <p>{t`We have deleted your e-mail address.`}</p>
      ) : (
        <>
          <p>
            <Trans>
              No more mails about rock {rock_number}. You still follow these;
              the links in their mails stop them.
            </Trans>
          </p>
          <RockNumbers numbers={others} />
        </>
      )}
      <Home />
    </State>
  );
}

function Closed() {
  const { t } = useLingui();
  return (
    <State title={t`This link doesn’t work any more`}>
      <p>
        <Trans>
          If you have stopped our mails, we have deleted your e-mail address,
          and nothing is left to do. If you wanted to confirm it, seven days
          have passed: ask again on the rock’s page.
        </Trans>
      </p>
      <Home />
    </State>
  );
}

const Home = () => (
  <p>
    <Link to="/track-the-rocks">
      <Trans>See where the rocks are</Trans>
    </Link>
  </p>
);

const RockNumbers = ({ numbers }: { numbers: number[] }) => (
  <ul className="follow-rocks wrap loose">
    {numbers.map((number) => (
      <li key={number}>
        <Trans>Rock {number}</Trans>
      </li>
    ))}
  </ul>
);

interface StateProps {
  title: string;
  number?: number;
  children: Elements;
}

function State({ title, number, children }: StateProps) {
  const rock = useRockSummary(number);
  return (
    <>
      {number !== undefined && (
        <RockStone rockNumber={number} pin={rock?.pin} size={128} />
      )}
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </>
  );
}
