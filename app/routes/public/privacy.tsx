import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSite } from "#app/components/ui/use-site.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";

export const meta = pageMeta((_site, i18n) => ({
  title: t(i18n)`Privacy`,
  description: t(
    i18n,
  )`What this site keeps, who sees it, and how to have it removed.`,
}));

export default function Privacy() {
  const { t } = useLingui();
  const { contact_email } = useSite().site;
  return (
    <div className="prose">
      <h1>{t`Privacy`}</h1>
      <p>
        <Trans>
          You can read everything here without an account. There is no
          advertising, and nothing follows you to other sites.
        </Trans>
      </p>

      <h2>{t`When you share a rock`}</h2>
      <p>
        <Trans>
          We keep what you send: the rock’s number, the place, the date, your
          comment and your pictures, and your name and e-mail address if you
          give them. We may show the place, the date, the comment and the
          pictures on this site. We never show your name or e-mail address. We
          only use them to write to you about your rock.
        </Trans>
      </p>
      <p>
        <Trans>
          If you say where it was on the map, we keep that place for the person
          who looks at the finds, and everybody else sees it only as exactly as
          you choose: the spot, or a circle of about 1 or 10 km. Your browser
          reads where a photograph was taken on your own device; we get no place
          that you leave out of the form, but your original file may still hold
          one, and we never publish that file. Smaller copies of your pictures
          arrive first and the originals follow, and what you see here are new
          copies without any hidden data of the camera. Until everything has
          arrived, your find, its place and its pictures are kept on your
          device.
        </Trans>
      </p>
      <p>
        <Trans>
          The form can propose the nearest town. For that your browser tells us
          the place to about a kilometre, and we keep nothing of it.
        </Trans>
      </p>
      <p>
        <Trans>
          You can hide faces in your pictures. Your own device finds them, and
          sends the picture nowhere for it. What you hide is blurred in every
          copy that others see. The original stays whole, for the family alone.
        </Trans>
      </p>
      <p>
        <Trans>
          Your find has its own page, which opens only with the key in its
          address. We don’t keep that key, only a fingerprint that tells us
          whether a key is the right one.
        </Trans>
      </p>
      <p>
        <Trans>
          To prevent misuse, we count how many finds come from one internet
          address. We keep the address for nothing else, and for no longer than
          31 days. When we refuse a request, such as a file that is not a
          picture, our log notes the address that it came from.
        </Trans>
      </p>

      <h2>{t`When you follow a rock`}</h2>
      <p>
        <Trans>
          Where this site offers it, you can ask to be told by e-mail when a
          rock moves on. Then we keep your e-mail address, which rock it is,
          since when and in which language, and which mails about it we have
          sent you. We only use the address for these mails, and your mail
          server sees them like any other. Nobody sees it on this site, not even
          whoever looks after it: it is in no list, no export, no keepsake for
          visitors and no log.
        </Trans>
      </p>
      <p>
        <Trans>
          First, we send one mail and ask whether it was you. If nobody answers
          it, we forget the address after seven days. Every mail has a link that
          stops them. When you stop, or when your mail server says that there is
          no such address, we delete it at once. Only the site’s private backups
          have it until newer ones replace them.
        </Trans>
      </p>

      <h2>{t`When you visit`}</h2>
      <p>
        <Trans>
          Once in each visit, your browser tells us that somebody was here. It
          sends what browsers know about themselves, such as the size of the
          screen, the language and the page you came from, and your internet
          address. It also sends where you are, but only if you allowed this
          site to know that earlier. We ask for it only when you press ‘Use my
          location’ in the form.
        </Trans>
      </p>
      <p>
        <Trans>
          We only keep a count of this: the day, the page, the rock’s number if
          you scanned one, and whether you used a phone, a tablet or a computer.
          For 30 days we also keep the first part of your internet address,
          which names a network and not a person. After that we keep only
          totals. We throw away everything else as soon as it arrives. We do the
          same with what your browser sends along with a find.
        </Trans>
      </p>

      <h2>{t`In your browser`}</h2>
      <p>
        <Trans>
          Until you close it, your browser remembers the number of a rock whose
          QR code you scanned, a random number for your visit, and that we have
          counted the visit. What you enter in the form stays on your device
          until you send it or start afresh. Finds that wait for a connection
          stay there too, and so does a copy of the form’s page, so that it
          opens without a connection. Your device also keeps the list ‘Your
          finds’, with the keys to their pages. If you choose a language, a
          cookie remembers it for a year. Visitors get no other cookies.
        </Trans>
      </p>

      <h2>{t`The map`}</h2>
      <p>
        <Trans>
          The map’s pictures come from a map service. It sees your internet
          address, as any site that you open does, and which part of the world
          you look at. In the form we ask it for nothing until you open the map,
          or say yourself where it was.
        </Trans>
      </p>

      <h2>{t`Have it removed`}</h2>
      <p>
        <Trans>
          You can delete your find on its own page. Or write to{" "}
          <a href={`mailto:${contact_email}`}>{contact_email}</a>, and we delete
          the find and all its pictures.
        </Trans>
      </p>
    </div>
  );
}
