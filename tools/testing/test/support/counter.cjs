'use strict';

exports.count = 0;
