/** Looking back at a game that is over: the analysis is worked out on the server while one waits. */
import { get, Refused } from "./api";
import { readAnalysisReport, type AnalysisReport } from "./messages";

const [AGAIN, LATER] = [1000, 8000];

/** Tell of a seat's analysis as it grows, until it is done; returns how to stop. */
export function follow(id: string, seat: string, show: (report: AnalysisReport) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gone = false;
  async function look(): Promise<void> {
    try {
      const found = await get(readAnalysisReport, `/api/tables/${id}/analysis?seat=${seat}`);
      if (gone) return;
      show(found);
      if (!found.analysis) timer = setTimeout(look, AGAIN);
    } catch (error) {
      // who only looks on, or a game that keeps its secrets, has none; where too many ask, it comes later
      if (!gone && error instanceof Refused && error.why === "too many") timer = setTimeout(look, LATER);
    }
  }
  void look();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}
