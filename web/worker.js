// A worker of the page: makes one thing, with an instance of the program of its own. Answers with its bytes, or with a
// sentence that says what went wrong.
import start from './undercroft.js';

onmessage = async ({ data: { module, order } }) => {
  try {
    await start({ module_or_path: module });
    const made = self.undercroftRunJob(order);
    postMessage(made, typeof made === 'string' ? [] : [made.buffer]);
  } catch (error) {
    postMessage(`The page's worker failed: ${error.message ?? error}`);
  }
};
