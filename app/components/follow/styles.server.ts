export { default as followStyles } from "./follow-form.css?url";
