import { object, objects } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { checkBlocks } from "./blocks.ts";
import type { Check } from "./check.ts";
import { boolean, byType, issue, shape, text } from "./check.ts";
import { plainText } from "./compositions.ts";

const common = {
  private_metadata: text(0, LIMITS.privateMetadata),
  callback_id: text(0, LIMITS.callbackId),
  external_id: text(0, LIMITS.callbackId),
};

const submitWhenInput: Check = (value, at, context) => {
  const view = object(value);
  const hasInput = objects(view["blocks"]).some((block) => block["type"] === "input");
  if (hasInput && view["submit"] === undefined) {
    issue(context, `${at}/submit`, "missing required field: submit (the view has an input block)");
  }
};

/** A modal or a Home tab as views.* and response_action accept it. */
export const checkView: Check = byType({
  modal: shape(
    { title: plainText(LIMITS.viewTitle), blocks: checkBlocks },
    {
      ...common,
      submit: plainText(LIMITS.viewButton),
      close: plainText(LIMITS.viewButton),
      clear_on_close: boolean,
      notify_on_close: boolean,
      submit_disabled: boolean,
    },
    submitWhenInput,
  ),
  home: shape({ blocks: checkBlocks }, common),
});
