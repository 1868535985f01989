export { ensureBuilt as default } from "../../../scripts/system/prepare.mjs";
