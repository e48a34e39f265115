// Learn: training, solver and experiment runs, all of them or one.

import { list } from "../learn/list.js";
import { run } from "../learn/run.js";

export function open({ root, path, query, app }) {
  return path.length > 0 ? run({ root, name: path[0], query, app }) : list({ root, app });
}
