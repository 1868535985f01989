import { useRevalidator } from "@remix-run/react";
import type { Keepsake } from "#domain/keepsake/keepsakes.server.ts";
import { useJob } from "#app/components/admin/data/use-job.ts";
import { PersonalDownload } from "#app/components/admin/ui/download.tsx";
import { describeMaking, JobBar } from "#app/components/admin/ui/screen.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { addressOf } from "#app/components/api/send.ts";
import { Failure } from "#app/components/fields/field.tsx";
import { formatBytes, formatMoment } from "#app/components/language/english.ts";
import { SiteSection } from "./site-section.tsx";

const FORMS = {
  public: {
    title: "For everybody",
    use: "The public pages with all their pictures, as visitors see them.",
  },
  private: {
    title: "For the family",
    use: "The same pages, every original and the database. It holds visitors’ names and e-mail addresses, so keep it to yourselves.",
  },
};

export function KeepsakeBox({ keepsakes }: { keepsakes: Keepsake[] }) {
  return (
    <SiteSection
      id="keepsake"
      title="Keepsake"
      now="The whole site as plain files"
    >
      <p>
        The whole site as plain files in one zip. It opens from a disk or a
        stick in any browser, without this program and without the Internet.
      </p>
      <ul className="columns">
        {keepsakes.map((keepsake) => (
          <li key={keepsake.form}>
            <KeepsakeItem keepsake={keepsake} />
          </li>
        ))}
      </ul>
    </SiteSection>
  );
}

function KeepsakeItem({
  keepsake: { form, file, job: known },
}: {
  keepsake: Keepsake;
}) {
  const { title, use } = FORMS[form];
  const Download = form === "private" ? PersonalDownload : "a";
  const { revalidate } = useRevalidator();
  const { job, made, isRunning, isCancelled, error, start, cancel } = useJob({
    known,
    onEnd: revalidate,
  });
  /** A keepsake that lacks something is there, although its job has failed. */
  const isThere =
    file && job?.started_dt ? file.made_dt >= job.started_dt : false;

  return (
    <article className="site-keepsake" aria-label={title}>
      <h3>{title}</h3>
      <p className="soft">{use}</p>
      <p className="job-status small" role="status">
        {made
          ? describeMaking(made)
          : file
            ? `${formatBytes(file.bytes)}, made on ${formatMoment(file.made_dt)}`
            : "None yet"}
      </p>
      {made && <JobBar job={made} label={`Done: ${title}`} />}
      {!isRunning && isCancelled && !error && (
        <p className="soft">The last one was cancelled.</p>
      )}
      <Failure className="breaks">
        {!isRunning &&
          error &&
          (isThere ? error : `It could not be made: ${error}`)}
      </Failure>
      <footer className="wrap tight">
        {made ? (
          <Button
            look="danger"
            of={title}
            onClick={() => void cancel().then(revalidate)}
          >
            Cancel
          </Button>
        ) : (
          <Button
            look="mini"
            of={title}
            disabled={isRunning}
            onClick={() => void start("POST /api/keepsake", { body: { form } })}
          >
            {file ? "Make a new one" : "Make it"}
          </Button>
        )}
        {file && (
          <Download
            className="mini"
            href={addressOf("GET /api/keepsake/:file", {
              params: { file: `${form}.zip` },
            })}
            download
          >
            Download<span className="sr">{` ${title}`}</span>
          </Download>
        )}
      </footer>
    </article>
  );
}
