// Adds a button to each text that is meant to be copied. Without JavaScript the text is there all the same.
for (const block of document.querySelectorAll(".copyable")) {
  const button = document.createElement("button");
  button.className = "copy";
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const text = block.querySelector("pre").textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(block.querySelector("pre"));
      button.textContent = "Selected: press Ctrl+C";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  block.prepend(button);
}

// On paper nothing is scrolled and nothing unfolded: proofs are opened, and what is wider than the page is set smaller.
const PAPER = 620; // pixels that a formula has on A4, indented as in the steps of a proof
let opened = [];

addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details.proof:not([open]), details.proof details:not([open])")];
  for (const passage of opened) passage.open = true;
  for (const formula of document.querySelectorAll(".formula")) {
    const width = Math.max(...[...formula.querySelectorAll("math > *")].map(part => part.getBoundingClientRect().right))
      - Math.min(...[...formula.querySelectorAll("math > *")].map(part => part.getBoundingClientRect().left));
    if (width > PAPER) formula.style.setProperty("--fit", PAPER / width);
  }
});

addEventListener("afterprint", () => {
  for (const passage of opened) passage.open = false;
});
