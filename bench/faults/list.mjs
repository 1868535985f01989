import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Faults that the site once had, or could have. Each is a small edit of the code as it is: `from` occurs exactly once in
 * its file, and `to` takes its place. Of `tests`, whose paths begin in tests/, at least one must fail then.
 *
 * If the code around a fault changes, change its edit too. If what it breaks is gone, replace the fault by another one.
 */
export const faults = [
  {
    name: "photographs of the same name can't be told apart",
    edits: [
      {
        file: "app/components/share/queue/use-find-draft.ts",
        from: "findAgain(nameApart(files, images), lost)",
        to: "findAgain(files, lost)",
      },
    ],
    tests: ["e2e/share/sending.spec.ts"],
  },
  {
    name: "a restore lets the links of daily mails work again",
    edits: [
      {
        file: "domain/restore/restore.server.ts",
        from: "endMailLinks(tx);",
        to: "",
      },
    ],
    tests: ["domain/backup/restore.test.ts"],
  },
  {
    name: "a restore forgets the links that stop mails",
    edits: [
      {
        file: "domain/follow/news.server.ts",
        from: "json_each(${JSON.stringify(keys)})",
        to: "json_each('[]')",
      },
    ],
    tests: ["domain/follow/restored.test.ts"],
  },
  {
    name: "a form whose sender goes away is logged as an error",
    edits: [
      {
        file: "app/http/api.server.ts",
        from: 'if (request?.signal.aborted && codeOf(error) === "ECONNRESET")\n    return new Response(null, { status: 499 });',
        to: "",
      },
    ],
    tests: ["api/http/hostile-requests.test.ts"],
  },
  {
    name: "an address whose letters the mail server never takes is tried again",
    edits: [
      {
        file: "domain/outbox.server.ts",
        from: "(?!6\\.7\\b)",
        to: "",
      },
    ],
    tests: ["domain/follow/mail-server.test.ts"],
  },
  {
    name: "a page doesn't say when its form may be sent again",
    edits: [
      {
        file: "app/http/page.server.ts",
        from: '...(wait ? { "Retry-After": wait } : {}),',
        to: "",
      },
    ],
    tests: ["api/finds/finder.test.ts"],
  },
  {
    name: "dots make another mailbox of one of Gmail's",
    edits: [
      {
        file: "domain/follow/followers.server.ts",
        from: 'name.replaceAll(".", "")',
        to: "name",
      },
    ],
    tests: ["domain/follow/asking.test.ts"],
  },
  {
    name: "an address that can't be decoded seems not to exist",
    edits: [
      {
        file: "app/http/request/prepare-request.server.ts",
        from: 'return isCall(url) ? "undecodable-call" : "undecodable";',
        to: 'return "address";',
      },
    ],
    tests: ["api/http/pages.test.ts"],
  },
  {
    name: "a test mail is sent without asking for the password again",
    edits: [
      {
        file: "app/api/site.ts",
        from: 'confirmed("POST /api/mail-test"',
        to: 'admin("POST /api/mail-test"',
      },
    ],
    tests: ["api/account/second-factor.test.ts"],
  },
  {
    name: "a test mail goes to any number of receivers",
    edits: [
      {
        file: "core/settings/kinds.ts",
        from: "v.maxLength(ADDRESSES_MAX),",
        to: "",
      },
    ],
    tests: ["api/settings/settings.test.ts"],
  },
  {
    name: "wrong set-up keys keep the right one out",
    edits: [
      {
        file: "domain/account/set-up.server.ts",
        from: "if (readSecret(KEY) === hashOf(key)) return;",
        to: "countSignIn(from.address);\n  if (readSecret(KEY) === hashOf(key)) return;",
      },
      {
        file: "domain/account/set-up.server.ts",
        from: "countSignIn(from.address);\n  write(",
        to: "write(",
      },
    ],
    tests: ["api/account/set-up.test.ts"],
  },
  {
    name: "a full disk counts as a site that is down",
    edits: [
      {
        file: "domain/health/health.server.ts",
        from: 'return "full";',
        to: 'return "down";',
      },
    ],
    tests: ["domain/health.test.ts"],
  },
  {
    name: "a restore that lacks much doesn't start the site again",
    edits: [
      {
        file: "app/http/restart/parent.server.ts",
        from: "after ? [AFTER_RESTORE] : [],",
        to: "after ? [AFTER_RESTORE, JSON.stringify(after.outcome)] : [],",
      },
      {
        file: "app/http/restart/child.server.ts",
        from: 'readFileSync(STANDARD_INPUT, "utf8")',
        to: "process.argv.at(-1)!",
      },
    ],
    tests: ["api/backups.test.ts"],
  },
  {
    name: "a translated review shows the number of an earlier find",
    edits: [
      {
        file: "app/components/review/review-screen.tsx",
        from: "<span>{`${at} of ${total}`}</span>",
        to: "<span>{at} of {total}</span>",
      },
    ],
    tests: ["e2e/languages/translated.spec.ts"],
  },
  {
    name: "a site that nobody has set up backs itself up",
    edits: [
      {
        file: "domain/backup/schedule.server.ts",
        from: "isDamaged() || !isSetUp()",
        to: "isDamaged()",
      },
    ],
    tests: ["domain/backup/rotation.test.ts"],
  },
  {
    name: "a failed restore doesn't say why",
    edits: [
      {
        file: "app/http/start.server.ts",
        from: 'await saveReport("restore", outcome);',
        to: "",
      },
    ],
    tests: ["api/backups.test.ts"],
  },
  {
    name: "all requests that a client sends ahead are answered at once",
    edits: [
      {
        file: "app/http/remix-serve/http-server.server.ts",
        from: "queues.set(socket, queue);",
        to: "",
      },
    ],
    tests: ["api/http/hostile-requests.test.ts"],
  },
  {
    name: "a short text may be sent as a megabyte",
    edits: [
      {
        file: "app/http/request/body.server.ts",
        from: "const BODY_BYTES_MAX = 65_536;",
        to: "const BODY_BYTES_MAX = 1_000_000;",
      },
    ],
    tests: ["api/http/hostile-requests.test.ts"],
  },
  {
    name: "a phone loads the pictures of layouts that it doesn't show",
    edits: [
      {
        file: "app/components/gallery/justified-gallery.tsx",
        from: 'loading={isNarrow && index < first ? "eager" : "lazy"}',
        to: 'loading={index < first ? "eager" : "lazy"}',
      },
    ],
    tests: ["api/http/pages.test.ts"],
  },
  {
    name: "the site's name has another apostrophe than its texts",
    edits: [
      {
        file: "core/settings/schema.ts",
        from: '"Robin\'s Rocks"',
        to: '"Robin’s Rocks"',
      },
    ],
    tests: ["api/rocks/share-previews.test.ts", "documents.test.ts"],
  },
  {
    name: "a code without a number keeps the number of an earlier one",
    edits: [
      {
        file: "app/routes/public/qr.tsx",
        from: "keepQrRock(number);",
        to: "if (number) keepQrRock(number);",
      },
    ],
    tests: ["e2e/public/qr-entry.spec.ts"],
  },
  {
    name: "a stone is cut with the ground around it",
    edits: [
      {
        file: "worker/images/cut-stone.ts",
        from: "{ width: 244, height: 244 }",
        to: "{ width: 194, height: 194 }",
      },
    ],
    tests: ["worker/cut-stone.test.ts"],
  },
  {
    name: "'Take a photo' opens the gallery, which has no camera",
    edits: [
      {
        file: "app/components/share/form/image-tiles.tsx",
        from: 'field.setAttribute("capture", "environment")',
        to: 'field.removeAttribute("capture")',
      },
    ],
    tests: ["e2e/share/form.spec.ts"],
  },
  {
    name: "a refused picture doesn't say why",
    edits: [
      {
        file: "app/components/share/queue/refused-pictures.ts",
        from: "refusal: line?.slice(begin.length)",
        to: "refusal: undefined",
      },
    ],
    tests: ["e2e/share/sending.spec.ts"],
  },
  {
    name: "a browser that gives white for a drawing sends it as a preview",
    edits: [
      {
        file: "app/components/share/queue/make-preview.ts",
        from: "if (!(await isFaithful())) return undefined;",
        to: "",
      },
    ],
    tests: ["e2e/queue/previews.spec.ts"],
  },
  {
    name: "a link that was cut is left alone for seconds",
    edits: [
      {
        file: "app/components/share/transport/send-finds.ts",
        from: "const CUT_MS = 300;",
        to: "const CUT_MS = 3_000;",
      },
    ],
    tests: ["api/uploads/bad-link.test.ts"],
  },
  {
    name: "a setting of an unknown name is taken without a word",
    edits: [
      {
        file: "domain/settings/schemas.ts",
        from: "v.strictObject(",
        to: "v.object(",
      },
    ],
    tests: ["api/settings/settings.test.ts"],
  },
  {
    name: "an address of tiles changes the pages' security policy",
    edits: [
      {
        file: "core/settings/kinds.ts",
        from: "tileOrigin(value) !== undefined &&",
        to: "",
      },
    ],
    tests: ["domain/settings.test.ts"],
  },
  {
    name: "the site can choose to have no language",
    edits: [
      {
        file: "core/settings/kinds.ts",
        from: "v.array(language),\n  v.minLength(1),",
        to: "v.array(language),",
      },
    ],
    tests: ["domain/settings.test.ts"],
  },
  {
    name: "the image of a private checkout can't be read by its users",
    edits: [
      {
        file: "Dockerfile",
        from: "COPY --chmod=755 . .",
        to: "COPY . .",
      },
    ],
    tests: ["container.test.ts"],
  },
  {
    name: "an odd place refuses the whole find",
    edits: [
      {
        file: "domain/finds/schemas.ts",
        from: "suggestion: SentSuggestion,",
        to: "suggestion: v.optional(\n    v.pipe(v.string(), v.parseJson(), Suggestion),\n  ),",
      },
    ],
    tests: ["domain/schemas.test.ts"],
  },
  {
    name: "an odd name of a browser refuses the whole visit",
    edits: [
      {
        file: "domain/visits/schemas.ts",
        from: 'user_agent: v.fallback(v.optional(text("The browser\'s name", 8000), ""), ""),',
        to: 'user_agent: v.optional(text("The browser\'s name", 8000), ""),',
      },
    ],
    tests: ["domain/schemas.test.ts"],
  },
  {
    name: "a device whose clock counts from 2001 gives a place of that time",
    edits: [
      {
        file: "app/components/share/place/use-device-place.ts",
        from: "({ coords }) => {",
        to: "({ coords, timestamp }) => {",
      },
      {
        file: "app/components/share/place/use-device-place.ts",
        from: "new Date().toISOString()",
        to: "new Date(timestamp).toISOString()",
      },
    ],
    tests: ["e2e/place/device.spec.ts"],
  },
  {
    name: "the place of a photograph loses its accuracy",
    edits: [
      {
        file: "app/components/share/place/read-photo-place.ts",
        from: "accuracy: isPlausibleAccuracy(accuracy) ? accuracy : null,",
        to: "accuracy: null,",
      },
    ],
    tests: ["e2e/place/photo.spec.ts"],
  },
  {
    name: "a full Redis throws jobs out",
    edits: [
      {
        file: "docker-compose.yml",
        from: "- noeviction",
        to: "- allkeys-lru",
      },
    ],
    tests: ["container.test.ts"],
  },
  {
    name: "a session that has ended changes the password",
    edits: [
      {
        file: "domain/account/set-up.server.ts",
        from: "if (!isSessionAlive(session)) throw signedOut();",
        to: "",
      },
    ],
    tests: ["domain/account/ended-session.test.ts"],
  },
  {
    name: "each port of an address may guess passwords anew",
    edits: [
      {
        file: "app/http/request/prepare-request.server.ts",
        from: "(address && withoutPort(address)) ||",
        to: "address ||",
      },
    ],
    tests: ["api/site/sign-in.test.ts"],
  },
  {
    name: "in forced colours a button looks like words",
    edits: [
      {
        file: "app/styles/controls.css",
        from: "@media (forced-colors: active) {\n    .text-btn {\n      text-decoration: underline;",
        to: "@media (forced-colors: active) {\n    .text-btn {",
      },
    ],
    tests: ["e2e/readers/public.spec.ts"],
  },
  {
    name: "in forced colours the lightbox's buttons vanish in the photograph",
    edits: [
      {
        file: "app/components/gallery/lightbox.css",
        from: "background: Canvas;",
        to: "",
      },
    ],
    tests: ["e2e/readers/public.spec.ts"],
  },
  {
    name: "a sent backup unpacks to more than its list says",
    edits: [
      {
        file: "domain/restore/sources.server.ts",
        from: "if (all.get(folder + name)?.uncompressedSize !== size) return undefined;",
        to: "if (!all.has(folder + name)) return undefined;",
      },
    ],
    tests: ["domain/backup/restore.test.ts"],
  },
  {
    name: "an unknown artist is named in English in every language",
    edits: [
      {
        file: "app/routes/public/all-rocks.tsx",
        from: "artists === UNKNOWN_ARTIST",
        to: "!artists",
      },
    ],
    tests: ["api/http/public-pages.test.ts"],
  },
  {
    name: "the spinner beside a title isn't round",
    edits: [
      {
        file: "app/styles/controls.css",
        from: "display: inline-block;",
        to: "",
      },
    ],
    tests: ["e2e/share/sending.spec.ts"],
  },
  {
    name: "a rock's countries have their English names in every language",
    edits: [
      {
        file: "domain/finds/journeys.server.ts",
        from: "country && nameCountry(language, country);",
        to: "country;",
      },
    ],
    tests: ["api/finds/languages.test.ts"],
  },
  {
    name: "a country that isn't known loses its name",
    edits: [
      {
        file: "core/languages/country-names.ts",
        from: "namesIn(language).of(code)) ?? country;",
        to: 'namesIn(language).of(code)) ?? "";',
      },
    ],
    tests: ["domain/words.test.ts"],
  },
  {
    name: "an upload that fails while the store is away leaves files",
    edits: [
      {
        file: "domain/uploads/incoming.server.ts",
        from: "return mark?.places.some(isThere) || !isStoreHere();",
        to: "return mark?.places.some(isThere) ?? false;",
      },
    ],
    tests: ["domain/store/incoming.test.ts"],
  },
  {
    name: "the next find of a review doesn't get the focus",
    edits: [
      {
        file: "app/components/review/review-screen.tsx",
        from: "heading.current?.focus({ preventScroll: true });",
        to: ";",
      },
    ],
    tests: ["e2e/review/evening.spec.ts"],
  },
  {
    name: "a find that is hidden while its mail is written is told",
    edits: [
      {
        file: "domain/follow/prepare.server.ts",
        from: "if (JSON.stringify(listItems(tx, row)) !== JSON.stringify(items))\n        return false;",
        to: "",
      },
    ],
    tests: ["domain/follow/telling.test.ts"],
  },
  {
    name: "the page of a one-click address tells its key to other sites",
    edits: [
      {
        file: "app/api/follow.ts",
        from: '"Referrer-Policy": "no-referrer",',
        to: "",
      },
    ],
    tests: ["api/follow.test.ts"],
  },
  {
    name: "a follower's key confirms after its seven days",
    edits: [
      {
        file: "domain/follow/followers.server.ts",
        from: "if (follower && !hasExpired(follower))",
        to: "if (follower)",
      },
    ],
    tests: ["domain/follow/asking.test.ts"],
  },
  {
    name: "another language loses the query of a page",
    edits: [
      {
        file: "app/components/site/footer.tsx",
        from: 'const origin = open ? window.location.origin : "";',
        to: 'const origin = "";',
      },
    ],
    tests: ["e2e/languages/menu.spec.ts"],
  },
  {
    name: "a feed doesn't say in which language a comment is",
    edits: [
      {
        file: "app/http/files/feed.server.ts",
        from: '${lang ? ` xml:lang="${escapeXml(lang)}"` : ""}',
        to: "",
      },
    ],
    tests: ["api/http/discovery.test.ts"],
  },
  {
    name: "a long name is cut within a character",
    edits: [
      {
        file: "worker/images/share-picture.ts",
        from: "Array.from(segmenter.segment(name), (part) => part.segment)",
        to: 'name.split("")',
      },
    ],
    tests: ["worker/share-picture.test.ts"],
  },
  {
    name: "a draft comes back without its photographs",
    edits: [
      {
        file: "app/components/share/queue/use-find-draft.ts",
        from: "saveDraftImages(latestImages.current)",
        to: "saveDraftImages([])",
      },
    ],
    tests: ["e2e/share/form.spec.ts"],
  },
  {
    name: "a style uses a value that is defined nowhere",
    edits: [
      {
        file: "app/components/site/footer.css",
        from: "var(--r-field)",
        to: "var(--r2)",
      },
    ],
    tests: ["styles.test.ts"],
  },
  {
    name: "a plain form is answered in the device's language",
    edits: [
      {
        file: "app/http/or-page.server.ts",
        from: "const language = isSpoken(fields.lang) ? fields.lang : languageOf(request);",
        to: "const language = languageOf(request);",
      },
    ],
    tests: ["api/follow.test.ts"],
  },
  {
    name: "without JavaScript a follower's page seems to load for ever",
    edits: [
      {
        file: "app/components/follow/follow.css",
        from: ":root:not([data-scripts])",
        to: ":root[data-scripts]",
      },
    ],
    tests: ["e2e/follow.spec.ts"],
  },
  {
    name: "no mail is sent any more once a receiver stops in the middle of one",
    edits: [
      {
        file: "domain/follow/news.server.ts",
        from: "SELECT f.flw_key, n.news_key FROM followers f, news n\n     WHERE f.flw_key = ${flw_key} AND n.news_key IN (SELECT value FROM json_each(${news}))",
        to: "SELECT ${flw_key}, value FROM json_each(${news})",
      },
    ],
    tests: ["domain/follow/telling.test.ts"],
  },
  {
    name: "the map stays where it is when Tab reaches a stone beyond it",
    edits: [
      {
        file: "app/components/map/rock-map.client.tsx",
        from: 'container.addEventListener("focusin", show);',
        to: "",
      },
    ],
    tests: ["e2e/map/map.spec.ts"],
  },
  {
    name: "Create Images doesn't say why it has made none",
    edits: [
      {
        file: "domain/jobs/parts.server.ts",
        from: "...(note && { message: note }),",
        to: "",
      },
    ],
    tests: ["api/jobs/create-images.test.ts"],
  },
  {
    name: "a printed image loses its proportions",
    edits: [
      {
        file: "app/components/admin/print/image-copies-box.tsx",
        from: "height: height ?? follow(image && width, 1 / ratio),",
        to: "height: height ?? String(SIZE),",
      },
    ],
    tests: ["e2e/admin/print.spec.ts"],
  },
  {
    name: "a find that waited is refused in the language that is read by then",
    edits: [
      {
        file: "app/components/share/transport/send-steps.ts",
        from: '    method: "POST",\n    headers: inLanguageOf(find),',
        to: '    method: "POST",',
      },
    ],
    tests: ["e2e/share/waiting.spec.ts"],
  },
  {
    name: "the pictures of a find are refused in another language than the find",
    edits: [
      {
        file: "app/components/share/transport/send-steps.ts",
        from: 'path: "/api/uploads",\n    headers: inLanguageOf(find),',
        to: 'path: "/api/uploads",\n    headers: {},',
      },
    ],
    tests: ["e2e/share/waiting.spec.ts"],
  },
  {
    name: "the form that is kept for later stays in the first language",
    edits: [
      {
        file: "app/service-worker.ts",
        from: "if (isOther || isWanted ||",
        to: "if (isWanted ||",
      },
    ],
    tests: ["e2e/share/waiting.spec.ts"],
  },
  {
    name: "a scan without a connection greets with the number that was scanned before",
    edits: [
      {
        file: "app/service-worker.ts",
        from: "if (key && !(key === SCANNED && search))",
        to: "if (key)",
      },
    ],
    tests: ["e2e/offline.spec.ts"],
  },
  {
    name: "a page that a network puts in the site's place counts as an answer",
    edits: [
      {
        file: "app/components/api/either-way.ts",
        from: 'if (redirected || type.includes("html")) return false;',
        to: "",
      },
    ],
    tests: ["api/uploads/strict-network.test.ts"],
  },
  {
    name: "a POST that stands for another method stays a POST",
    edits: [
      {
        file: "app/http/request/prepare-request.server.ts",
        from: "request.method = method;",
        to: "",
      },
    ],
    tests: ["api/http/method-override.test.ts"],
  },
  {
    name: "a device that asks for a language of one country gets English",
    edits: [
      {
        file: "app/http/request/language.server.ts",
        from: '.map((name) => name.toLowerCase().split("-", 1)[0]!)',
        to: ".map((name) => name.toLowerCase())",
      },
    ],
    tests: ["api/http/language.test.ts"],
  },
  {
    name: "a page that sends a find fails while a backup is restored",
    edits: [
      {
        file: "app/http/restart/waiting-page.server.ts",
        from: '"Site-Restoring": "true",',
        to: "",
      },
    ],
    tests: ["api/backups.test.ts"],
  },
  {
    name: "a draft is lost whose page is left while it is being stored",
    edits: [
      {
        file: "app/components/share/queue/find-store.ts",
        from: "change.commit?.();",
        to: "",
      },
    ],
    tests: ["e2e/share/form.spec.ts"],
  },
  {
    name: "a second press saves a step of the set-up twice",
    edits: [
      {
        file: "app/components/setup/step-form.tsx",
        from: "busy={save.isBusy || isLeaving}",
        to: "busy={save.isBusy}",
      },
    ],
    tests: ["e2e/setup/steps.spec.ts"],
  },
  {
    name: "a whole address of a mail server is taken for its name",
    edits: [
      {
        file: "app/components/admin/settings.tsx",
        from: 'if (host === "" || host.includes("://")) return host || undefined;',
        to: 'if (host === "") return undefined;',
      },
    ],
    tests: ["e2e/setup/steps.spec.ts"],
  },
];

/** Reasons that the edits of faults can't be made in a folder's code, and test files that are gone. */
export const listMisfits = (folder, asked = faults) =>
  asked.flatMap(({ name, edits, tests }) => [
    ...edits.flatMap(({ file, from }) => {
      const full = path.join(folder, file);
      const text = existsSync(full) ? readFileSync(full, "utf8") : "";
      const count = text.split(from).length - 1;
      return count === 1
        ? []
        : [`${name}: ${file} has this ${count} times, not once:\n${from}`];
    }),
    ...tests
      .filter((file) => !existsSync(path.join(folder, "tests", file)))
      .map((file) => `${name}: there is no tests/${file}`),
  ]);
