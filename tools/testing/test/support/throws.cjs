throw new Error('from the first line');
