'use strict';
const $ = selector => document.querySelector(selector);
let board = null;
let known = new Map();
let drawn = new Map();

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

async function post(path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) {
    refused((await answer.json()).message);
    return null;
  }
  return answer.json();
}

function refused(reason) {
  $('#refused').textContent = reason;
  $('#refused').hidden = false;
  setTimeout(() => { $('#refused').hidden = true; }, 4000);
}

function action(word, run) {
  const button = element('button', say(word));
  button.type = 'button';
  button.onclick = async () => { await run(); await poll(); };
  return button;
}

async function pay(order, callback) {
  const payment = await post(`orders/${order.id}/payments`);
  if (payment) await post(`provider/payments/${payment.reference}/pay?callback=${callback}`);
}

async function explain(order) {
  const answers = await (await fetch(`orders/${order.id}/explain`)).json();
  $('#why h2').textContent = `${say('order')} ${order.id}: ${answers.map(answer => answer.verdict).join(', ')}`;
  $('#why ul').replaceChildren(...answers.flatMap(answer => answer.reasons).map(reason => element('li', reason)));
  $('#why').showModal();
}

/* Kept as long as it offers the same, so that a click or the focus does not get lost to a redrawing each second. */
function actionCell(order, payments) {
  const offers = JSON.stringify([language, order, payments]);
  let kept = drawn.get(order.id);
  if (!kept || kept.offers !== offers) {
    const cell = element('td');
    cell.append(actions(order, payments));
    kept = { offers, cell };
    drawn.set(order.id, kept);
  }
  return kept.cell;
}

function actions(order, payments) {
  const cell = element('div', undefined, 'actions');
  const late = () => post('provider/transfers', { order: String(order.id), amount: order.amount });
  if (order.status === 'unpaid') {
    cell.append(action('pay', () => pay(order, true)), action('payLost', () => pay(order, false)),
      action('cancel', () => post(`orders/${order.id}/cancel`)));
  } else if (order.status === 'closed') {
    cell.append(action('late', late));
  }
  const came = payments.findLast(payment => payment.state === 'PAID' || payment.state === 'REFUNDED');
  if (came && order.status !== 'unpaid') {
    cell.append(action('again', () => post(`provider/payments/${came.reference}/callback`)));
  }
  cell.append(action('why', () => explain(order)));
  return cell;
}

function status(order, payments) {
  const cell = element('td');
  if (order.status === 'unpaid') {
    const left = board.payWithinSeconds - (Date.parse(board.now) - Date.parse(order.createdAt)) / 1000;
    const waiting = left > 0 ? say('left', Math.ceil(left)) : say(order.merchant === 'vip' ? 'grace' : 'overdue');
    cell.append(element('span', `${say('unpaid')} · ${waiting}`, 'badge unpaid'));
    const bar = element('div', undefined, 'bar');
    bar.append(element('i'));
    bar.firstChild.style.width = Math.max(0, Math.min(100, 100 * left / board.payWithinSeconds)) + '%';
    cell.append(bar);
  } else {
    cell.append(element('span', say(order.status), 'badge ' + order.status));
  }
  for (const payment of payments) {
    if (payment.state !== 'PAID' || order.paidBy !== payment.reference) {
      cell.append(element('span', say(payment.state, payment.refunds), 'money ' + payment.state));
    }
  }
  return cell;
}

function row(order) {
  const payments = board.payments.filter(payment => payment.order === String(order.id));
  const line = element('tr', undefined, known.has(order.id) && known.get(order.id) !== order.status ? 'changed' : '');
  line.append(element('td', order.id), element('td', order.merchant), element('td', `${order.sku} × ${order.quantity}`),
    element('td', order.amount.toFixed(2), 'number'), status(order, payments), actionCell(order, payments));
  return line;
}

function feedLine(line) {
  const good = ['released', 'refunded', 'callback-paid', 'payment-found'].includes(line.what);
  const bad = line.what.startsWith('warehouse') || line.what === 'callback-refund_owed';
  const item = element('li');
  item.append(element('time', new Date(line.at).toLocaleTimeString('en-GB')), element('b', line.order),
    element('span', say(line.what === 'closed' ? 'closed-event' : line.what, line.detail), good ? 'good' : bad ? 'bad' : ''));
  return item;
}

function show() {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  document.querySelectorAll('[data-t]').forEach(labelled => {
    labelled.textContent = say(labelled.dataset.t, board ? board.payWithinSeconds : '…');
  });
  document.querySelectorAll('[data-sku]').forEach(button => {
    button.textContent = say(button.dataset.merchant === 'vip' ? 'buyVip' : 'buy', button.dataset.quantity, button.dataset.sku);
  });
  $('#language').textContent = say('language');
  if (!board) return;
  $('#none').hidden = board.orders.length > 0;
  $('#orders').hidden = board.orders.length === 0;
  $('#orders tbody').replaceChildren(...board.orders.map(row));
  known = new Map(board.orders.map(order => [order.id, order.status]));
  $('#stock tbody').replaceChildren(...board.stock.map(article => {
    const shelf = board.shelves.find(other => other.sku === article.sku);
    const line = element('tr');
    line.append(element('td', article.sku));
    [article.available, article.reserved, shelf.free, shelf.held].forEach(count => line.append(element('td', count, 'number')));
    return line;
  }));
  $('#feed').replaceChildren(...board.feed.map(feedLine));
}

async function poll() {
  try {
    board = await (await fetch('board')).json();
    $('#offline').hidden = true;
    show();
  } catch (e) {
    $('#offline').hidden = false;
  }
}

$('#language').onclick = () => {
  language = language === 'zh' ? 'en' : 'zh';
  localStorage.setItem('language', language);
  show();
};
document.querySelectorAll('[data-sku]').forEach(button => button.onclick = async () => {
  const { merchant, sku, quantity } = button.dataset;
  await post('orders', { merchant, sku, quantity: Number(quantity) });
  await poll();
});
show();
poll();
setInterval(poll, 1000);
