const Buffer = { isOwn: true };

module.exports = { Buffer };
