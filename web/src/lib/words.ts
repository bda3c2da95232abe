/** Names of things in the data as words. */

export const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "");

/** A scenario's number and title; an id that is a word of the program says nothing to a reader. */
export const headed = (id: string, title: string): string => (/\d/.test(id) ? `${id} · ${title}` : title);

/** "task_force" as a reader likes it: "Task force". */
export function spoken(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
