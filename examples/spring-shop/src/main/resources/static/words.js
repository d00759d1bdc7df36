'use strict';
/* What the page says, in both languages. */
const WORDS = {
  en: {
    language: '中文', title: 'a small shop that closes its unpaid orders by itself',
    orders: 'Orders', hint: 'Buy something and do not pay: after {0} seconds the order closes and everything comes back. Nothing has to be clicked for that.',
    buy: 'Buy {0} × {1}', buyVip: 'Buy {0} × {1} at vip (20 s of grace)', none: 'No order yet.',
    order: 'Order', merchant: 'Merchant', item: 'Item', amount: 'Amount', status: 'Status', actions: 'What happens next',
    unpaid: 'unpaid', paid: 'paid', closed: 'closed', left: '{0} s left', overdue: 'overdue', grace: 'grace',
    pay: 'pay', payLost: 'pay, callback lost', cancel: 'cancel', late: 'late transfer', again: 'callback again', why: 'why?', close: 'Close',
    stock: 'Stock', shop: 'shop', warehouse: 'warehouse', free: 'free', held: 'held', feed: 'What happened', offline: 'The shop does not answer.',
    OPEN: 'payment open', PAID: 'paid at the provider', CANCELLED: 'payment cancelled', REFUNDED: 'refunded × {0}',
    'ordered': 'ordered: {0}', 'closed-event': 'closed ({0}); stock is back', 'released': '{0} has given its pieces back',
    'warehouse-refused': 'warehouse fails: nothing done', 'warehouse-answer-lost': 'warehouse fails: done, but its answer is lost',
    'provider-cancelled': 'cancelled at the provider: {0}', 'payment-found': 'found at the provider: {0}',
    'callback-paid': 'paid by {0}', 'callback-repeated': 'callback repeated: {0}', 'callback-refund_owed': 'came too late, owed back: {0}',
    'callback-underpaid': 'too little: {0}', 'callback-manual': 'for a person to decide: {0}', 'callback-unknown_order': 'for no order: {0}',
    'refunded': 'refunded: {0}',
  },
  zh: {
    language: 'English', title: '会自己关闭超时未付订单的小商店',
    orders: '订单', hint: '下单后不付款：{0} 秒后订单自动关闭，占用的东西全部归还，什么都不用点。',
    buy: '购买 {0} × {1}', buyVip: '在 vip 商家购买 {0} × {1}（宽限 20 秒）', none: '还没有订单。',
    order: '订单', merchant: '商家', item: '商品', amount: '金额', status: '状态', actions: '接下来',
    unpaid: '待付款', paid: '已付款', closed: '已关闭', left: '剩 {0} 秒', overdue: '已超时', grace: '宽限中',
    pay: '付款', payLost: '付款但回调丢失', cancel: '取消', late: '迟到的转账', again: '重复回调', why: '为什么？', close: '关闭',
    stock: '库存', shop: '商店', warehouse: '远程仓库', free: '可售', held: '占用', feed: '发生了什么', offline: '商店没有响应。',
    OPEN: '支付进行中', PAID: '渠道已收款', CANCELLED: '支付已撤销', REFUNDED: '已退款 × {0}',
    'ordered': '下单：{0}', 'closed-event': '已关闭（{0}），库存已归还', 'released': '{0} 已归还占用',
    'warehouse-refused': '仓库出错：什么都没做', 'warehouse-answer-lost': '仓库出错：做了，但应答丢失',
    'provider-cancelled': '已在渠道撤单：{0}', 'payment-found': '在渠道查到付款：{0}',
    'callback-paid': '已付款：{0}', 'callback-repeated': '重复回调：{0}', 'callback-refund_owed': '付款来晚了，待退款：{0}',
    'callback-underpaid': '金额不足：{0}', 'callback-manual': '需人工处理：{0}', 'callback-unknown_order': '没有这张订单：{0}',
    'refunded': '已退款：{0}',
  },
};

let language = localStorage.getItem('language') || (navigator.language.startsWith('zh') ? 'zh' : 'en');

function say(word, ...values) {
  const text = WORDS[language][word] || word;
  return values.reduce((said, value, at) => said.replace('{' + at + '}', value), text);
}
