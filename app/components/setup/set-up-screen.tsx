import {
  useRevalidator,
  useSearchParams,
  Link,
  useLocation,
  useNavigate,
} from "@remix-run/react";
import { useEffect, useState } from "react";
import { AdminFrame } from "#app/components/admin/frame/admin-frame.tsx";
import { RestoreInstead } from "./restore-instead.tsx";
import {
  isStep,
  StepForm,
  StepFrame,
  StepBar,
  addressOf,
} from "./step-form.tsx";
import { useSave } from "#app/components/admin/data/use-save.ts";
import {
  Failure,
  Field,
  FormContext,
  TextField,
} from "#app/components/fields/field.tsx";
import type { SitePicture } from "#domain/site/answers.ts";
import { MARKDOWN_MAX } from "#domain/site/schemas.ts";
import { SitePictureTiles } from "#app/components/admin/site/site-pictures-box.tsx";
import type { Setting } from "#domain/settings/answers.ts";
import {
  changedIn,
  readMailServer,
  ServerFields,
  useMailTest,
  valuesOf,
} from "#app/components/admin/settings.tsx";
import type { ArtistName } from "#domain/artists/answers.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import { useArtistKey } from "#app/components/admin/rocks/artists.tsx";
import { QrBox } from "#app/components/admin/print/qr-box.tsx";
import { ImageField } from "#app/components/admin/ui/picture.tsx";
import type { Reach } from "#core/reach.server.ts";
import { QrCode } from "#app/components/admin/ui/qr-code.tsx";
import {
  CodeField,
  NewPasswordField,
  submits,
} from "#app/components/admin/ui/forms.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ask, byKey, type ApiError } from "#app/components/api/send.ts";

export interface SetUpData {
  names: Record<string, string>;
  /** Blank until somebody has written one. */
  story: string;
  pictures: SitePicture[];
  settings: Setting[];
  artists: ArtistName[];
  /** The number of the rock that was made first; undefined if there is none. */
  made: number | undefined;
  siteName: string;
  username: string;
  publicUrl: string;
  reach: Reach;
}

/** @param data undefined until the admin is signed in */
export function SetUpScreen({
  isOpen,
  data,
}: {
  isOpen: boolean;
  data: SetUpData | undefined;
}) {
  const key = useLocation().hash.slice(1);
  return (
    <AdminFrame>
      {isOpen && key !== "" ? (
        <>
          <PasswordStep setUpKey={key} />
          <RestoreInstead setUpKey={key} />
        </>
      ) : data ? (
        <Steps data={data} />
      ) : (
        <section className="set-up stack">
          <h1>Set up your site</h1>
          <p>
            Please open the whole link that the site has printed when it
            started. It begins with “Set up:”, and each start prints a new one.
          </p>
        </section>
      )}
    </AdminFrame>
  );
}

function Steps({ data }: { data: SetUpData }) {
  const [search] = useSearchParams();
  const asked = search.get("step");
  const step = isStep(asked) ? asked : "names";
  const { revalidate } = useRevalidator();
  // The navigation and the footer show the names that the step before has saved.
  useEffect(revalidate, [step, revalidate]);

  switch (step) {
    case "names":
      return <NamesStep {...data} />;
    case "story":
      return <StoryStep {...data} />;
    case "mail":
      return <MailStep {...data} />;
    case "rock":
      return <RockStep {...data} />;
    case "next":
      return <NextStep {...data} />;
  }
}

const FIELDS = [
  ["memorial_name", "First name of whom it remembers", 60],
  ["memorial_dates", "Dates, such as 2019 – 2021", 60],
  ["site_name", "Name of the site", 60],
  ["contact_email", "E-mail address that visitors see", 254],
] as const;

function NamesStep({ names }: SetUpData) {
  const save = useSave();

  async function submit(fields: FormData) {
    const body = Object.fromEntries(fields) as Record<string, string>;
    if (body.memorial_name) body.site_name ||= `${body.memorial_name}’s Rocks`;
    const { ok } = await save.call("PUT /api/site-texts", { body });
    return ok;
  }

  return (
    <StepFrame step="names" title="Whose site is it?">
      <p>
        Every page shows these. What you leave blank you can write later, under
        Site.
      </p>
      <StepForm step="names" save={save} values={names} onSubmit={submit}>
        {FIELDS.map(([name, label, maxLength]) => (
          <Field
            key={name}
            label={label}
            name={name}
            maxLength={maxLength}
            type={name === "contact_email" ? "email" : "text"}
            hint={
              name === "site_name" &&
              "Left blank, it is the first name with “’s Rocks”."
            }
          />
        ))}
      </StepForm>
    </StepFrame>
  );
}

function StoryStep({ story, pictures }: SetUpData) {
  const save = useSave();

  async function submit(fields: FormData) {
    const written = String(fields.get("story")).replaceAll("\r\n", "\n");
    if (written === story) return true;
    const body = { story: written };
    const { ok } = await save.call("PUT /api/site-texts", { body });
    return ok;
  }

  return (
    <StepFrame step="story" title="The story and its picture">
      <p>
        The home page begins with them. A few sentences are enough for now;
        until you write them, the page shows an example.
      </p>
      <h2>The picture</h2>
      <SitePictureTiles
        pictures={pictures.filter(({ name }) => name === "home_bkg")}
      />
      <StepForm step="story" save={save} values={{ story }} onSubmit={submit}>
        <TextField
          label="Your story"
          name="story"
          rows={8}
          maxLength={MARKDOWN_MAX}
        />
      </StepForm>
    </StepFrame>
  );
}

function MailStep({ settings }: SetUpData) {
  const save = useSave();
  const { refusal, tryMail } = useMailTest(save);
  const asked = settings.filter(
    ({ name }) => name === "MAIL_FROM" || name === "DIGEST_TO",
  );
  const server = settings.find(({ name }) => name === "SMTP_URL");
  const isSet = server?.secret && server.is_set;

  async function submit(fields: FormData) {
    const body = {
      ...changedIn(fields, asked),
      SMTP_URL: readMailServer(fields),
    };
    if (Object.values(body).every((value) => value === undefined)) return true;
    if (body.SMTP_URL && !(await tryMail(body))) return false;
    const { ok } = await save.call("PUT /api/settings", { body });
    return ok;
  }

  return (
    <StepFrame step="mail" title="Mail">
      <p>
        Once a day, if finds wait, one mail brings their pictures and a link
        that shows them. For that, the site needs an account that sends mail.
      </p>
      <StepForm
        step="mail"
        save={save}
        values={valuesOf(asked)}
        onSubmit={submit}
      >
        {isSet ? (
          <p>The mail server is set.</p>
        ) : (
          <ServerFields
            hint="Your mail provider’s help calls it the outgoing or SMTP server."
            error={save.wrong("SMTP_URL")}
          />
        )}
        <Field
          label="From"
          name="MAIL_FROM"
          placeholder="Wren’s Rocks <rocks@example.org>"
          hint="The address that its mails come from."
        />
        <Field
          label="To"
          name="DIGEST_TO"
          placeholder="you@example.org"
          hint="Who gets the daily mail; several addresses with commas between."
          error={save.wrong("DIGEST_TO", "to")}
        />
        {refusal !== undefined && (
          <Failure>
            The mail server said: <q>{refusal}</q>
          </Failure>
        )}
      </StepForm>
    </StepFrame>
  );
}

function RockStep(data: SetUpData) {
  const { made } = data;
  return (
    <StepFrame step="rock" title="The first rock">
      {made === undefined ? (
        <NewRock {...data} />
      ) : (
        <>
          <p>{`Rock ${made} is in the catalogue. Print its label, cut it out and glue it on: whoever finds the rock scans it.`}</p>
          <QrBox {...data} start={made} labels="one" />
          <StepBar step="rock" isDone>
            <Link className="btn" to={addressOf("next")}>
              Go on
            </Link>
          </StepBar>
        </>
      )}
    </StepFrame>
  );
}

function NewRock({ artists }: SetUpData) {
  const save = useSave();
  const { revalidate } = useRevalidator();
  const artistKey = useArtistKey(artists, save);

  async function submit(fields: FormData) {
    const name = String(fields.get("display_name")).trim();
    const key = await artistKey(name || UNKNOWN_ARTIST);
    if (key === undefined) return false;
    const body = new FormData();
    body.set("rock_number", String(fields.get("rock_number")));
    body.set("artist_keys", JSON.stringify([key]));
    // Last, so that the server finds errors in the rest before it is sent.
    body.set("image", fields.get("image")!);
    const { ok } = await save.call(
      "POST /api/rocks",
      { body },
      { isUpload: true },
    );
    return ok;
  }

  return (
    <>
      <p>
        A painted rock, with a photograph of it. Its number is what finders
        send; write it on the rock, or print its label here.
      </p>
      <StepForm
        step="rock"
        save={save}
        values={{ rock_number: "1", display_name: "" }}
        label="Add the rock"
        onSubmit={submit}
        onSaved={revalidate}
      >
        <Field
          label="Rock Number"
          name="rock_number"
          inputMode="numeric"
          autoComplete="off"
          aria-required
        />
        <Field
          optional
          label="Who painted it"
          name="display_name"
          maxLength={100}
          autoComplete="off"
        />
        <ImageField label="Photograph of it" />
      </StepForm>
    </>
  );
}

function NextStep(data: SetUpData) {
  const { username, publicUrl, reach, made } = data;
  const isLocal = reach.address !== undefined && !reach.isOpen;
  const site = (reach.isOpen && reach.address) || publicUrl;
  const address = `${site}/${made === undefined ? "share-your-rock" : `qr?r=${made}`}`;
  return (
    <StepFrame step="next" title="What next">
      <p>
        Your site is ready. You sign in as <b>{username}</b>, with your
        password.
      </p>
      <ul className="set-up-next">
        <li className="stack stack--start">
          <h2>Try it</h2>
          <p>
            Send a find from your phone, or invite somebody to: it waits for
            you, and nobody else sees it until you show it. Begin at{" "}
            <a className="breaks" href={address} target="_blank">
              {address}
            </a>
            .
          </p>
          {!isLocal && (
            <div className="set-up-code">
              <QrCode text={address} label={`Leads to ${address}`} />
            </div>
          )}
          <HouseHint {...data} />
          <Link className="text-btn" to="/admin/review">
            See what waits
          </Link>
        </li>
        <li className="stack stack--start">
          <h2>Print labels</h2>
          <p>A sheet of codes to cut out, one for each rock.</p>
          <Link className="text-btn" to="/admin/jobs#qr-codes">
            Print QR codes
          </Link>
        </li>
        <li className="stack stack--start">
          <h2>Write the story</h2>
          <p>All texts and pictures of the site, whenever you like.</p>
          <Link className="text-btn" to="/admin/site">
            Open Site
          </Link>
        </li>
      </ul>
      <StepBar step="next" isDone>
        <Link className="btn" to="/admin">
          Open the dashboard
        </Link>
      </StepBar>
    </StepFrame>
  );
}

/** The way for another device in the house to a site that has no address of its own yet. */
function HouseHint({ reach: { isOpen, address } }: SetUpData) {
  if (address === undefined) return null;
  return isOpen ? (
    <p className="soft">{`The phone must be in the same network as this site, ${address}.`}</p>
  ) : (
    <p className="wash">
      Now only this computer can open the site. To open it on a phone in the
      same network, end the site and start it with <code>HOST=0.0.0.0</code>.
      Its address there is <span className="breaks">{address}</span>.
    </p>
  );
}

/** Sets the first password, which signs in and uses up the link. */
function PasswordStep({ setUpKey }: { setUpKey: string }) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError>();
  const navigate = useNavigate();
  const { fields = {} } = refusal ?? {};
  const asksForCode = "code" in fields;
  const wrong = asksForCode ? undefined : fields.password;

  async function submit(given: FormData) {
    const read = (name: string) => String(given.get(name) ?? "");
    setBusy(true);
    setRefusal(undefined);
    const body = { password: read("password"), code: read("code") };
    try {
      await ask("POST /api/setup", { body }, byKey(setUpKey));
    } catch (refused) {
      setBusy(false);
      return setRefusal(refused as ApiError);
    }
    // Replaces the link, which opens nothing any more. A second press while the next step loads would be refused.
    navigate(addressOf("names"), { replace: true });
  }

  return (
    <StepFrame title="Choose your password">
      <p>
        It opens everything that only you may see and do here. Everything else
        can wait.
      </p>
      <form className="admin-form" noValidate onSubmit={submits(submit)}>
        <FormContext.Provider
          value={{
            values: {},
            wrong: (name) => (name === "password" ? wrong : fields[name]),
          }}
        >
          <NewPasswordField label="Password" />
          {asksForCode && <CodeField />}
        </FormContext.Provider>
        {refusal && !asksForCode && wrong === undefined && (
          <Failure>
            <span>{`${refusal.message} `}</span>
            {refusal.status === 410 && <Link to="/login">Sign in</Link>}
          </Failure>
        )}
        <footer className="admin-bar set-up-bar wrap">
          <Button type="submit" busy={isBusy}>
            Set the password
          </Button>
        </footer>
      </form>
    </StepFrame>
  );
}
