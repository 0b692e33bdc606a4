/** Builds elements without ever parsing HTML: text stays text, whatever it contains. */
export const h = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "selected" || key === "disabled")
      element[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false),
  );
  return element;
};

export const replace = (element, ...children) => {
  element.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false),
  );
};

let counter = 0;
export const uid = (prefix) => `${prefix}-${(counter += 1)}`;
