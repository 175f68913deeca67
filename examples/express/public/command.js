const query = new URLSearchParams(location.search);
const { workspaceId, token } = document.forms[0].elements;
workspaceId.value = query.get("workspaceId") || query.get("workspace") || "demo";
const dollars = { style: "currency", currency: "USD", maximumFractionDigits: 6 };
const usd = (amount) => amount.toLocaleString("en-US", dollars);

async function show(id, path, describe, options) {
  const response = await fetch(path, options);
  const answer = await response.json();
  document.getElementById(id).textContent = response.ok ? describe(answer) : answer.error;
  if (response.status === 401) token.parentElement.hidden = false;
}

document.forms[0].addEventListener("submit", (event) => {
  event.preventDefault();
  query.set("workspaceId", workspaceId.value);
  const open = () => location.assign(`?${query}`);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ token: token.value });
  if (token.value === "") open();
  else void show("state", "command/sign-in", open, { method: "POST", headers, body });
});

const outcome = ({ paid, duplicate, depositedUsd }) =>
  paid
    ? `${usd(depositedUsd)} was credited${duplicate ? " before. Nothing was added" : ""}.`
    : "The checkout is not paid yet. Reload this page once it is.";
const summary = ({ balanceUsd, pendingCount }) =>
  `${query.has("deposit_cancelled") ? "The checkout was cancelled. " : ""}The balance is ${usd(balanceUsd)}. Spends that need approval: ${pendingCount}.`;
const workspace = `workspaceId=${encodeURIComponent(workspaceId.value)}`;
const session = query.get("deposit_session");
const deposit = `${workspace}&session_id=${encodeURIComponent(session)}`;
if (session) await show("deposit", `api/service/treasury/deposit?${deposit}`, outcome);
await show("state", `api/service/treasury?${workspace}`, summary);
