import { h, replace } from "./dom.js";
import { store, upload } from "./store.js";

/** A file field in a modal: the bytes go up at once, the field keeps their ids. */
export const fileInput = (ctx, block, element, label) => {
  let kept = ctx.entry(block.block_id, element.action_id).files ?? [];
  const names = h("ul", { class: "files" });
  const show = () =>
    replace(
      names,
      kept.map((file) =>
        h(
          "li",
          {},
          file.name,
          " ",
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": store.words.removeFile(file.name),
              onclick: () => keep(kept.filter((item) => item.id !== file.id)),
            },
            "×",
          ),
        ),
      ),
    );
  const keep = (files) => {
    kept = files.slice(0, element.max_files ?? 10);
    show();
    const ids = kept.map((file) => file.id);
    return ctx.enter(block.block_id, element.action_id, ids, { files: kept });
  };
  const input = h("input", {
    type: "file",
    class: "element",
    multiple: (element.max_files ?? 10) > 1,
    accept: element.filetypes?.map((type) => `.${type}`).join(","),
    "data-block": block.block_id,
    "data-action": element.action_id,
    "aria-labelledby": label.id,
    onchange: async () => {
      const added = await Promise.all(
        [...input.files].map(async (file) => ({ id: await upload(file), name: file.name })),
      );
      input.value = "";
      keep([...kept, ...added]);
    },
  });
  show();
  return h("div", { class: "stack" }, input, names);
};
