const EMOJI = {
  white_check_mark: "✅", heavy_check_mark: "✔️", warning: "⚠️", x: "❌", tada: "🎉", rocket: "🚀", hourglass: "⌛",
  hourglass_flowing_sand: "⏳", moneybag: "💰", euro: "💶", dollar: "💵", bulb: "💡", mag: "🔍", bar_chart: "📊",
  chart_with_upwards_trend: "📈", information_source: "ℹ️", arrow_right: "➡️", eyes: "👀", "+1": "👍", thumbsup: "👍",
  "-1": "👎", thumbsdown: "👎", wave: "👋", point_right: "👉", fire: "🔥", memo: "📝", pushpin: "📌", link: "🔗", bell: "🔔",
  zap: "⚡", large_green_circle: "🟢", large_yellow_circle: "🟡", large_orange_circle: "🟠", red_circle: "🔴", question: "❓",
  exclamation: "❗", gear: "⚙️", wrench: "🔧", test_tube: "🧪", floppy_disk: "💾", computer: "💻", recycle: "♻️", lock: "🔒",
  key: "🔑", calendar: "📅", date: "📅", speech_balloon: "💬", repeat: "🔁", clock3: "🕒", stopwatch: "⏱️", no_entry: "⛔",
  heart: "❤️", pray: "🙏", thinking_face: "🤔", slightly_smiling_face: "🙂", smile: "😄", package: "📦", books: "📚",
};

export const emoji = (name) => EMOJI[name] ?? `:${name}:`;
